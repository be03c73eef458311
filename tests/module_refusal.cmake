# cmake -D SCRATCH=<folder> -D MODULE=<module.cmake> -P module_refusal.cmake
#
# Configures tiny projects whose module() calls break the flow, and expects each to be refused.
cmake_minimum_required(VERSION 3.25)

function(expect_refusal complaint call)
  file(REMOVE_RECURSE ${SCRATCH})
  file(WRITE ${SCRATCH}/CMakeLists.txt
    "cmake_minimum_required(VERSION 3.25)\nproject(refused NONE)\ninclude(${MODULE})\n${call}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${SCRATCH} -B ${SCRATCH}/build
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  if(complaint STREQUAL "")
    if(NOT status EQUAL 0)
      message(FATAL_ERROR "refused \"${call}\": ${output}")
    endif()
    return()
  endif()
  string(FIND "${output}" "${complaint}" at)
  if(status EQUAL 0 OR at EQUAL -1)
    message(FATAL_ERROR "\"${call}\" was not refused with \"${complaint}\": ${output}")
  endif()
endfunction()

# Without sources a module is an interface library, so a project without languages will do.
expect_refusal("" "module(base)\nmodule(events USES base)")
expect_refusal("uses predict, which comes after it in the flow" "module(events USES predict)")
expect_refusal("uses events, which comes after it in the flow" "module(events USES events)")
expect_refusal("uses helpers, which is not in the flow" "module(events USES helpers)")
expect_refusal("not in the flow of cmake/module.cmake" "module(helpers)")
