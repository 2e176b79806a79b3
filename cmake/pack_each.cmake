# Read by cpack for each kind of package.

# The time of everything in a package: that of the last commit; where there is no git, 1980-01-01.
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND git -C "${CPACK_HANREI_SOURCE}" log -1 --format=%ct
                  OUTPUT_VARIABLE time OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT time)
    set(time 315532800)
  endif()
  set(ENV{SOURCE_DATE_EPOCH} "${time}")
endif()

set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
if(CPACK_GENERATOR STREQUAL External)
  set(CPACK_COMPONENTS_ALL bundle data)
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
else()
  set(CPACK_COMPONENTS_ALL program data development)
endif()
