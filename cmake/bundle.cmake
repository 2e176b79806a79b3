# Run while the tar is laid out: everything that `program` loads comes into lib/hanrei, the loader as
# ld.so; beside the pages come the licences of what is included, and from which packages it is.
set(root "${CMAKE_INSTALL_PREFIX}")  # file(INSTALL) puts DESTDIR before it
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES "${program}" RESOLVED_DEPENDENCIES_VAR libraries
     UNRESOLVED_DEPENDENCIES_VAR missing)
if(missing OR NOT libraries MATCHES "/ld-linux[^;]*")
  message(FATAL_ERROR "hanrei: not found for the tar: ${missing} (or the loader)")
endif()
set(packages nlohmann-json3-dev libcli11-dev)  # compiled in
foreach(library IN LISTS libraries)
  cmake_path(GET library FILENAME name)
  file(REAL_PATH "${library}" real)
  if(name MATCHES "^ld-linux")
    set(name ld.so)
  endif()
  file(INSTALL "${real}" DESTINATION "${root}/lib/hanrei" USE_SOURCE_PERMISSIONS RENAME "${name}")
  # Debian keeps /lib and /usr/lib as one folder, and knows a file by one of its names.
  string(REGEX REPLACE "^/usr/" "/" plain "${real}")
  execute_process(COMMAND dpkg-query --search "${plain}" "/usr${plain}" OUTPUT_VARIABLE owner ERROR_QUIET)
  if(NOT owner MATCHES "^([^:]+):")
    message(FATAL_ERROR "hanrei: no package has ${real}: its licence has to go with it")
  endif()
  list(APPEND packages "${CMAKE_MATCH_1}")
endforeach()
list(SORT packages)
list(REMOVE_DUPLICATES packages)
set(included "")
foreach(package IN LISTS packages)
  file(REAL_PATH "/usr/share/doc/${package}/copyright" copyright)
  file(INSTALL "${copyright}" DESTINATION "${root}/share/doc/hanrei/included" RENAME "${package}.txt")
  execute_process(COMMAND dpkg-query --show --showformat "\${source:Package} \${source:Version}"
                          "${package}" OUTPUT_VARIABLE source)
  string(APPEND included "${package}: source package ${source}\n")
endforeach()
file(WRITE "$ENV{DESTDIR}${root}/share/doc/hanrei/included/README"
     "What lies in lib/hanrei beside the program, or is compiled into it, and the Debian source of each:\n\n${included}")
