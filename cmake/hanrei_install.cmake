# What `cmake --install` lays out: the program, libhanrei with its header and its package, games,
# schemas, pages, and what is made from the table of commands.
include(CMakePackageConfigHelpers)

# The library: api/ and what it stands on, of which only hanrei::v1 is seen.
add_library(hanrei_shared SHARED $<TARGET_OBJECTS:hanrei_api>)
target_link_libraries(hanrei_shared PRIVATE hanrei_workspace hanrei_options
                      "-Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/hanrei.map")
set_target_properties(hanrei_shared PROPERTIES
  OUTPUT_NAME hanrei EXPORT_NAME hanrei LINKER_LANGUAGE CXX LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/hanrei.map"
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_compile_features(hanrei_shared INTERFACE cxx_std_17)
target_include_directories(hanrei_shared INTERFACE "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")

# The man page and what shells complete.
set(made "${PROJECT_BINARY_DIR}/manual")
set(manual "${made}/hanrei.1" "${made}/hanrei.bash" "${made}/_hanrei" "${made}/hanrei.fish")
add_executable(hanrei_manual cli/manual.cpp)
target_compile_definitions(hanrei_manual PRIVATE HANREI_VERSION="${PROJECT_VERSION}")
target_link_libraries(hanrei_manual PRIVATE hanrei_cli CLI11::CLI11 hanrei_options)
file(MAKE_DIRECTORY "${made}")
add_custom_command(OUTPUT ${manual} COMMAND hanrei_manual "${made}" VERBATIM
                   COMMENT "Writing the man page and completions")
add_custom_target(manual ALL DEPENDS ${manual})

# Components: program, data (the games and what is read), development.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME data)
set(share "${CMAKE_INSTALL_DATADIR}")
install(TARGETS hanrei COMPONENT program)
install(FILES "${made}/hanrei.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(FILES "${made}/hanrei.bash" DESTINATION "${share}/bash-completion/completions" RENAME hanrei)
install(FILES "${made}/_hanrei" DESTINATION "${share}/zsh/site-functions")
install(FILES "${made}/hanrei.fish" DESTINATION "${share}/fish/vendor_completions.d")
# As in the checkout, so that what links to a page, a game or a schema finds it.
install(DIRECTORY fixtures docs DESTINATION "${share}/hanrei" PATTERN "*.sh" EXCLUDE)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION "${share}/hanrei")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright)

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/hanrei")
install(TARGETS hanrei_shared EXPORT hanrei LIBRARY COMPONENT development)
install(FILES api/hanrei.h DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/hanrei" COMPONENT development)
install(EXPORT hanrei NAMESPACE hanrei:: FILE hanreiConfig.cmake DESTINATION "${package}"
        COMPONENT development)
write_basic_package_version_file(hanreiConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/hanreiConfigVersion.cmake" DESTINATION "${package}"
        COMPONENT development)
