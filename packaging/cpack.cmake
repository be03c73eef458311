# A Debian package: cpack in the build tree, or scripts/package.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME foreweave)
set(CPACK_PACKAGE_VENDOR Foreweave)
set(CPACK_PACKAGE_CONTACT "The Foreweave developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds the concurrency bugs that a run did not show")
set(CPACK_PACKAGE_DESCRIPTION
  "Records one run of a multi-threaded C or C++ program, predicts which data races, deadlocks,
atomicity violations, uses after free and other order bugs other interleavings of the same run
would show, proves each by a witness, and replays the witness on the program.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# What is linked is found out. What is started is not: our compilers are plugins of this very clang.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS clang-19)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gdb, cmake")
include(CPack)
