# hanrei_module(name [DEPENDS module...] [LIBRARIES target...] [EXCLUDE file...]
#               [PRECOMPILE header | PRECOMPILED_AS module] [ALONE file...])
#
# Makes the static library hanrei_<name> out of every name/**/*.cpp but the excluded ones. What it
# depends on is seen by those who depend on it; the outside libraries are not. PRECOMPILE: a header
# that is read once for all files of the module, and of those that name it as PRECOMPILED_AS.
# With HANREI_UNITY the files of a folder are compiled as one, which takes a third of the time; ALONE:
# not these, whose own names would clash with those of their neighbours.
function(hanrei_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PRECOMPILE;PRECOMPILED_AS" "DEPENDS;LIBRARIES;EXCLUDE;ALONE")
  set(folder "${PROJECT_SOURCE_DIR}/${name}")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${folder}/*.cpp")
  foreach(file IN LISTS arg_EXCLUDE)
    list(REMOVE_ITEM sources "${folder}/${file}")
  endforeach()
  list(TRANSFORM arg_DEPENDS PREPEND hanrei_)

  add_library(hanrei_${name} STATIC ${sources})
  target_include_directories(hanrei_${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_compile_definitions(hanrei_${name} PRIVATE HANREI_VERSION="${PROJECT_VERSION}")
  target_link_libraries(hanrei_${name} PUBLIC ${arg_DEPENDS} PRIVATE ${arg_LIBRARIES} hanrei_options)
  set_target_properties(hanrei_${name} PROPERTIES UNITY_BUILD ${HANREI_UNITY} UNITY_BUILD_MODE GROUP)
  list(TRANSFORM arg_ALONE PREPEND "${folder}/")
  foreach(file IN LISTS sources)
    if(NOT file IN_LIST arg_ALONE)
      cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE room)
      cmake_path(GET room PARENT_PATH room)
      string(MAKE_C_IDENTIFIER "${room}" room)
      set_source_files_properties("${file}" PROPERTIES UNITY_GROUP "${room}")
    endif()
  endforeach()
  if(arg_PRECOMPILE)
    target_precompile_headers(hanrei_${name} PRIVATE "${PROJECT_SOURCE_DIR}/${arg_PRECOMPILE}")
  elseif(arg_PRECOMPILED_AS)
    target_precompile_headers(hanrei_${name} REUSE_FROM hanrei_${arg_PRECOMPILED_AS})
  endif()
endfunction()
