# Run by hanrei_embed(): writes the files below ROOT, or FILES of them, as the C++ function FUNCTION into
# OUT.
set(files "${FILES}")
if(NOT files)
  file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/*")
endif()
list(SORT files)
set(text "#include \"base/io/file.h\"\n\nnamespace hanrei::${SPACE} {\n\n")
string(APPEND text "const std::vector<base::FileText>& ${FUNCTION}() {\n")
string(APPEND text "  static const std::vector<base::FileText> files = {\n")
foreach(name IN LISTS files)
  file(READ "${ROOT}/${name}" bytes HEX)  # as text, CMake would eat brackets and semicolons
  string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
  string(APPEND text "      {\"${name}\", \"${bytes}\"},\n")
endforeach()
string(APPEND text "  };\n  return files;\n}\n\n}  // namespace hanrei::${SPACE}\n")
file(WRITE "${OUT}" "${text}")
