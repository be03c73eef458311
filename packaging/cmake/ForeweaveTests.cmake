# foreweave_add_tests([FOLDER dir] [RUNS n] [BASELINE file] [SUPPRESSIONS file...] [OPTIONS option...])
#
# From here on, in this directory and below, every test whose command is an executable of the project
# runs as it is and then under `foreweave check`; it fails if either does. When ctest is through, the
# reports of all tests become one, in FOLDER (${CMAKE_BINARY_DIR}/foreweave): report.json, report.html,
# report.sarif. Call it before the executables are added. OPTIONS go to `foreweave check`.
#
# Without our compilers it does nothing, so that it can stay in the project.
#
# foreweave_leave_out(target...): tests of these run as they are, nothing else.

# Whether the compilers are ours, by the macro that only they define: they may have other names, and
# launchers in front of them.
function(_foreweave_find_compilers out)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  include(CheckSourceCompiles)
  set(source "#ifndef __FOREWEAVE__\n#error other compiler\n#endif\nint main(void) { return 0; }\n")
  set(CMAKE_REQUIRED_QUIET ON)
  set(ours FALSE)
  foreach(language IN ITEMS C CXX)
    if(language IN_LIST languages)
      check_source_compiles(${language} "${source}" FOREWEAVE_COMPILES_${language})
      if(FOREWEAVE_COMPILES_${language})
        set(ours TRUE)
      endif()
    endif()
  endforeach()
  set(${out} ${ours} PARENT_SCOPE)
endfunction()

# What ctest does before the first and after the last test. CTest reads CTestCustom.cmake, which the
# project may write itself, whenever it likes; so ours is added to it when the project has been read.
function(_foreweave_write_hooks)
  get_property(folder GLOBAL PROPERTY FOREWEAVE_TESTS_FOLDER)
  get_property(filters GLOBAL PROPERTY FOREWEAVE_TESTS_FILTERS)
  get_target_property(foreweave Foreweave::foreweave IMPORTED_LOCATION)
  set(words "")
  foreach(word IN LISTS filters)
    string(APPEND words " \"${word}\"")
  endforeach()
  set(hooks "${CMAKE_BINARY_DIR}/CMakeFiles/foreweave-hooks.cmake")
  file(CONFIGURE OUTPUT "${hooks}" @ONLY CONTENT [====[
list(APPEND CTEST_CUSTOM_PRE_TEST [==["@Foreweave_SHARE@/start-tests" "@folder@"]==])
list(APPEND CTEST_CUSTOM_POST_TEST [==["@Foreweave_SHARE@/merge-tests" "@folder@" "@foreweave@"@words@]==])
]====])
  set(custom "${CMAKE_BINARY_DIR}/CTestCustom.cmake")
  set(line "include([==[${hooks}]==])")
  set(there "")
  if(EXISTS "${custom}")
    file(READ "${custom}" there)
  endif()
  string(FIND "${there}" "${line}" place)
  if(place EQUAL -1)
    file(APPEND "${custom}" "${line}\n")
  endif()
endfunction()

function(foreweave_add_tests)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "FOLDER;RUNS;BASELINE" "SUPPRESSIONS;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "foreweave_add_tests: does not know ${arg_UNPARSED_ARGUMENTS}")
  endif()
  _foreweave_find_compilers(ours)
  if(NOT ours)
    message(STATUS "Foreweave: tests run as they are, because the compilers are not Foreweave's; "
      "configure with --toolchain ${Foreweave_TOOLCHAIN} to check them")
    return()
  endif()

  set(folder "${CMAKE_BINARY_DIR}/foreweave")
  if(arg_FOLDER)
    get_filename_component(folder "${arg_FOLDER}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  get_property(before GLOBAL PROPERTY FOREWEAVE_TESTS_FOLDER)
  if(before AND NOT before STREQUAL folder)
    message(FATAL_ERROR "foreweave_add_tests: the results go to ${before} already, and cannot also go to ${folder}")
  endif()

  # What is left out of the report of one test is left out of that of all.
  set(filters "")
  if(arg_BASELINE)
    get_filename_component(file "${arg_BASELINE}" ABSOLUTE)
    list(APPEND filters --baseline "${file}")
  endif()
  foreach(file IN LISTS arg_SUPPRESSIONS)
    get_filename_component(file "${file}" ABSOLUTE)
    list(APPEND filters --suppressions "${file}")
  endforeach()
  set(options ${filters} ${arg_OPTIONS})
  if(arg_RUNS)
    list(APPEND options --runs ${arg_RUNS})
  endif()

  get_target_property(foreweave Foreweave::foreweave IMPORTED_LOCATION)
  set(launcher "${Foreweave_SHARE}/run-test" "${folder}" "${foreweave}" ${options} --)
  if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.29)
    set(CMAKE_TEST_LAUNCHER "${launcher}" PARENT_SCOPE)
  else()
    # Before there were launchers, add_test() took the emulator also when nothing is emulated.
    set(CMAKE_CROSSCOMPILING_EMULATOR "${launcher}" PARENT_SCOPE)
  endif()

  set_property(GLOBAL PROPERTY FOREWEAVE_TESTS_FOLDER "${folder}")
  if(NOT before)
    set_property(GLOBAL PROPERTY FOREWEAVE_TESTS_FILTERS "${filters}")
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _foreweave_write_hooks)
  endif()
endfunction()

function(foreweave_leave_out)
  foreach(target IN LISTS ARGN)
    set_target_properties(${target} PROPERTIES TEST_LAUNCHER "" CROSSCOMPILING_EMULATOR "")
  endforeach()
endfunction()
