# module(path [ROOMS folder...] [USES module...] [LINKS target...]): one folder of src/ as one library,
# with its *_test.cc files as one test executable. What is large has rooms: folders of its own, in the
# order in which they build on each other; "." is the module's folder itself.
#
# The modules form a flow (FOREWEAVE_FLOW below). A module may use modules that come before it and
# nothing else; anything else stops the configuration. tests/includes.cmake checks that the #include
# lines keep to what USES and ROOMS declare.

set(FOREWEAVE_FLOW
  base
  capture/abi
  capture/attributes
  capture/library
  capture/pass
  capture/runtime
  capture/wrapper
  events
  model/order
  model/facts
  patterns
  predict
  predict/streaming
  predict/closure
  prove/check
  prove/construct
  record
  replay
  report
  search)

# What is in tests themselves runs for moments, and is compiled for minutes: a third less with fewer
# optimisations, and a second less a file with the headers of googletest read in advance, once for all.
function(quick_to_compile target)
  # g++ 12 sees copies out of bounds in std::string, and in a precompiled header it is not silent about it.
  target_compile_options(${target} PRIVATE -O1 -Wno-array-bounds -Wno-stringop-overflow -Wno-restrict)
  target_precompile_headers(${target} REUSE_FROM foreweave_test_headers)
endfunction()

if(FOREWEAVE_TESTS)
  add_custom_target(unit_tests)  # what stands beside the code
  file(WRITE ${CMAKE_BINARY_DIR}/test_headers.cc "")
  add_library(foreweave_test_headers OBJECT ${CMAKE_BINARY_DIR}/test_headers.cc)
  target_compile_options(foreweave_test_headers PRIVATE -O1)
  target_link_libraries(foreweave_test_headers PRIVATE GTest::gmock fmt::fmt)
  target_precompile_headers(foreweave_test_headers PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
endif()

# module_in_the_flow(path [ROOMS folder...] [USES module...]): what modules that are built in their own
# way have in common with the others.
function(module_in_the_flow path)
  cmake_parse_arguments(arg "" "" "ROOMS;USES" ${ARGN})
  list(FIND FOREWEAVE_FLOW ${path} own_place)
  if(own_place EQUAL -1)
    message(FATAL_ERROR "module ${path}: not in the flow of cmake/module.cmake")
  endif()
  foreach(used IN LISTS arg_USES)
    list(FIND FOREWEAVE_FLOW ${used} used_place)
    if(used_place EQUAL -1)
      message(FATAL_ERROR "module ${path}: uses ${used}, which is not in the flow")
    elseif(NOT used_place LESS own_place)
      message(FATAL_ERROR "module ${path}: uses ${used}, which comes after it in the flow")
    endif()
  endforeach()

  string(JOIN " " uses_line "${path}:" ${arg_USES})
  set_property(GLOBAL APPEND PROPERTY FOREWEAVE_MODULE_USES "${uses_line}")
  set(rooms_line "${path}:")
  foreach(room IN LISTS arg_ROOMS)
    string(APPEND rooms_line " ${path}/${room}")
  endforeach()
  string(REPLACE "/." "" rooms_line "${rooms_line}")
  set_property(GLOBAL APPEND PROPERTY FOREWEAVE_MODULE_ROOMS "${rooms_line}")
endfunction()

# Writes down for tests/includes.cmake what every module declared: a line each.
function(write_module_lines property file)
  get_property(lines GLOBAL PROPERTY ${property})
  string(REPLACE ";" "\n" text "${lines}")
  file(WRITE ${file} "${text}\n")
endfunction()

function(module path)
  cmake_parse_arguments(arg "" "" "ROOMS;USES;LINKS" ${ARGN})
  if(NOT arg_ROOMS)
    set(arg_ROOMS .)
  endif()
  module_in_the_flow(${path} ROOMS ${arg_ROOMS} USES ${arg_USES})
  module_target_name(${path} target)
  list(TRANSFORM arg_ROOMS PREPEND ${CMAKE_SOURCE_DIR}/src/${path}/ OUTPUT_VARIABLE patterns)
  list(TRANSFORM patterns APPEND /*.cc)
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")

  set(scope PUBLIC)
  if(sources)
    add_library(${target} STATIC ${sources})
    # Only tools (CLI11) and predict/smt (z3++.h) throw; a library of ours returns a Result.
    target_compile_options(${target} PRIVATE -fno-exceptions)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} ${CMAKE_SOURCE_DIR}/src)
  foreach(used IN LISTS arg_USES)
    module_target_name(${used} used_target)
    target_link_libraries(${target} ${scope} ${used_target})
  endforeach()
  target_link_libraries(${target} ${scope} ${arg_LINKS})

  if(FOREWEAVE_TESTS AND tests)
    add_executable(${target}_test ${tests})
    target_link_libraries(${target}_test PRIVATE ${target} GTest::gmock GTest::gtest_main)
    quick_to_compile(${target}_test)
    gtest_discover_tests(${target}_test TEST_PREFIX "${path}: " DISCOVERY_TIMEOUT 60
      PROPERTIES LABELS unit)
    add_dependencies(unit_tests ${target}_test)
  endif()
endfunction()

function(module_target_name path out)
  string(REPLACE "/" "_" flat ${path})
  set(${out} foreweave_${flat} PARENT_SCOPE)
endfunction()
