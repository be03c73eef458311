# cmake --toolchain .../share/foreweave/toolchain.cmake: builds a project with Foreweave's compilers, and
# lets find_package(Foreweave) find the Foreweave that they belong to.
get_filename_component(_foreweave_prefix "${CMAKE_CURRENT_LIST_DIR}/../.." REALPATH)
set(CMAKE_C_COMPILER "${_foreweave_prefix}/bin/foreweave-cc")
set(CMAKE_CXX_COMPILER "${_foreweave_prefix}/bin/foreweave-c++")
list(PREPEND CMAKE_PREFIX_PATH "${_foreweave_prefix}")
unset(_foreweave_prefix)
