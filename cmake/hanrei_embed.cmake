# hanrei_embed(TARGET FOLDER SPACE FUNCTION): the files below FOLDER become part of TARGET, as
# `const std::vector<base::FileText>& hanrei::SPACE::FUNCTION()`, sorted by their paths.
function(hanrei_embed target folder space function)
  set(root "${PROJECT_SOURCE_DIR}/${folder}")
  set(out "${CMAKE_CURRENT_BINARY_DIR}/embedded/${function}.cpp")
  file(GLOB_RECURSE files CONFIGURE_DEPENDS "${root}/*")
  add_custom_command(OUTPUT "${out}" DEPENDS ${files} "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
    COMMAND "${CMAKE_COMMAND}" "-DROOT=${root}" "-DOUT=${out}" "-DSPACE=${space}" "-DFUNCTION=${function}"
            -P "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
    COMMENT "Embedding ${folder}" VERBATIM)
  target_sources(${target} PRIVATE "${out}")
endfunction()
