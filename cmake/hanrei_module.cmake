# hanrei_module(name [DEPENDS module...] [LIBRARIES target...] [EXCLUDE file...])
#
# Makes the static library hanrei_<name> out of every name/**/*.cpp but the excluded ones. What it
# depends on is seen by those who depend on it; the outside libraries are not. A module without any
# source yet is an interface library.
function(hanrei_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS;LIBRARIES;EXCLUDE")
  set(folder "${PROJECT_SOURCE_DIR}/${name}")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${folder}/*.cpp")
  foreach(file IN LISTS arg_EXCLUDE)
    list(REMOVE_ITEM sources "${folder}/${file}")
  endforeach()
  list(TRANSFORM arg_DEPENDS PREPEND hanrei_)

  if(sources)
    add_library(hanrei_${name} STATIC ${sources})
    target_include_directories(hanrei_${name} PUBLIC "${PROJECT_SOURCE_DIR}")
    target_compile_definitions(hanrei_${name} PRIVATE HANREI_VERSION="${PROJECT_VERSION}")
    target_link_libraries(hanrei_${name} PUBLIC ${arg_DEPENDS}
                                         PRIVATE ${arg_LIBRARIES} hanrei_options)
  else()
    add_library(hanrei_${name} INTERFACE)
    target_include_directories(hanrei_${name} INTERFACE "${PROJECT_SOURCE_DIR}")
    target_link_libraries(hanrei_${name} INTERFACE ${arg_DEPENDS} ${arg_LIBRARIES})
  endif()
endfunction()
