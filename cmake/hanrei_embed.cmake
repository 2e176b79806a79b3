# hanrei_embed(TARGET FOLDER SPACE FUNCTION [FILES name...]): the files below FOLDER, or these of them,
# become part of TARGET, as `const std::vector<base::FileText>& hanrei::SPACE::FUNCTION()`, sorted by
# their paths.
function(hanrei_embed target folder space function)
  set(root "${PROJECT_SOURCE_DIR}/${folder}")
  set(out "${CMAKE_CURRENT_BINARY_DIR}/embedded/${function}.cpp")
  cmake_parse_arguments(PARSE_ARGV 4 arg "" "" "FILES")
  if(arg_FILES)
    list(TRANSFORM arg_FILES PREPEND "${root}/" OUTPUT_VARIABLE files)
  else()
    file(GLOB_RECURSE files CONFIGURE_DEPENDS "${root}/*")
  endif()
  add_custom_command(OUTPUT "${out}" DEPENDS ${files} "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
    COMMAND "${CMAKE_COMMAND}" "-DROOT=${root}" "-DOUT=${out}" "-DSPACE=${space}" "-DFUNCTION=${function}"
            "-DFILES=${arg_FILES}"
            -P "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
    COMMENT "Embedding ${folder}" VERBATIM)
  target_sources(${target} PRIVATE "${out}")
endfunction()
