# find_package(Foreweave): the executables as targets, the header for annotations, and
# foreweave_add_tests(), which lets CTest look for bugs that the tests' own runs do not show.
#
#   Foreweave::foreweave          foreweave check, record, predict, ...
#   Foreweave::foreweave-witness  the checker on its own
#   Foreweave::foreweave-cc       the compilers; to build with them, configure with
#   Foreweave::foreweave-c++      --toolchain ${Foreweave_TOOLCHAIN}
#   Foreweave::annotations        the folder of foreweave.h, for whatever compiler

# Everything is found from here: in the build tree, in any prefix, and in /usr, where the way here may
# have been /lib, a link.
get_filename_component(Foreweave_PREFIX "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
get_filename_component(Foreweave_PREFIX "${Foreweave_PREFIX}/../../.." ABSOLUTE)
set(Foreweave_SHARE "${Foreweave_PREFIX}/share/foreweave")
set(Foreweave_TOOLCHAIN "${Foreweave_SHARE}/toolchain.cmake")

foreach(_foreweave_name foreweave foreweave-witness foreweave-cc foreweave-c++)
  set(_foreweave_file "${Foreweave_PREFIX}/bin/${_foreweave_name}")
  if(NOT EXISTS "${_foreweave_file}")
    set(Foreweave_FOUND FALSE)
    set(Foreweave_NOT_FOUND_MESSAGE "${_foreweave_file} is missing; install Foreweave again")
    return()
  endif()
  if(NOT TARGET Foreweave::${_foreweave_name})
    add_executable(Foreweave::${_foreweave_name} IMPORTED)
    set_target_properties(Foreweave::${_foreweave_name} PROPERTIES
      IMPORTED_LOCATION "${_foreweave_file}")
  endif()
endforeach()
unset(_foreweave_name)
unset(_foreweave_file)

if(NOT TARGET Foreweave::annotations)
  add_library(Foreweave::annotations INTERFACE IMPORTED)
  set_target_properties(Foreweave::annotations PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${Foreweave_PREFIX}/include/foreweave")
endif()

include("${CMAKE_CURRENT_LIST_DIR}/ForeweaveTests.cmake")
