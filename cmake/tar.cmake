# Run by cpack when the components of the tar are laid out, each in a folder of its own. The same files
# give the same bytes on any machine: sorted, without owners, one time. gzip, because a bare system
# has it.
set(name "${CPACK_PACKAGE_FILE_NAME}")
set(whole "${CPACK_TOPLEVEL_DIRECTORY}/whole")
file(REMOVE_RECURSE "${whole}")
file(COPY "${CPACK_TEMPORARY_DIRECTORY}/bundle/" "${CPACK_TEMPORARY_DIRECTORY}/data/"
     DESTINATION "${whole}/${name}")
set(tar "${CPACK_TEMPORARY_DIRECTORY}/${name}.tar")
execute_process(
  COMMAND tar --create --file "${tar}" --directory "${whole}" --format=gnu --sort=name --owner=0
          --group=0 --numeric-owner --mode=u=rwX,go=rX "--mtime=@$ENV{SOURCE_DATE_EPOCH}" "${name}"
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND gzip --no-name --best --force "${tar}" COMMAND_ERROR_IS_FATAL ANY)
set(CPACK_EXTERNAL_BUILT_PACKAGES "${tar}.gz")
