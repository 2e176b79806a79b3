# How everything is compiled. What the user set stays: build type, standard, flags. None of ours
# optimises or strips; those of CMAKE_CXX_FLAGS and of the build type are the user's alone.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
if(NOT DEFINED CMAKE_CXX_STANDARD)
  set(CMAKE_CXX_STANDARD 20)
endif()
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
# The modules end up in the program and in the shared library, which shows api/ and nothing else.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${PROJECT_SOURCE_DIR}/cmake/compile.sh")
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endif()

add_library(hanrei_options INTERFACE)
# Without the paths of the checkout and the build in it, the same source gives the same program anywhere.
target_compile_options(hanrei_options INTERFACE
  -Wall -Wextra -Wshadow
  # A switch over the kinds of something names them all: whoever adds one is told every place.
  -Werror=switch
  # GCC 12 is often wrong about strings that it has optimised.
  "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow>"
  "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:-Wno-stringop-overread>"
  "-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=" "-ffile-prefix-map=${PROJECT_BINARY_DIR}/=")
# A digest of the program within the program: verdicts that are kept are those of this very build.
target_link_options(hanrei_options INTERFACE -Wl,--build-id)
if(HANREI_UNITY)
  # Names of one file seen from another; the other presets watch over both.
  target_compile_options(hanrei_options INTERFACE -Wno-shadow -Wno-unused-function
                         $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()
if(HANREI_WERROR)
  target_compile_options(hanrei_options INTERFACE -Werror)
endif()
if(HANREI_SANITIZE)
  add_compile_options(-fsanitize=${HANREI_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${HANREI_SANITIZE})
endif()
