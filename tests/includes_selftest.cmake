# cmake -D SCRATCH=<folder> -D CHECK=<includes.cmake> -P includes_selftest.cmake
#
# A check that never complains checks nothing: runs includes.cmake on small trees, each with one
# mistake, and on one without.
cmake_minimum_required(VERSION 3.25)

# expect(<text that must be in the complaint, or empty> <file> <content> [<uses of prove/check>])
function(expect complaint file content)
  file(REMOVE_RECURSE ${SCRATCH})
  set(checker_uses base)
  if(ARGC GREATER 3)
    set(checker_uses ${ARGV3})
  endif()
  file(WRITE ${SCRATCH}/uses.txt "base:\nevents: base\npredict: base events\nprove/check: ${checker_uses}\n")
  file(WRITE ${SCRATCH}/src/base/id.h "#pragma once\n")
  file(WRITE ${SCRATCH}/src/${file} "${content}")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -D SOURCE=${SCRATCH} -D USES=${SCRATCH}/uses.txt -P ${CHECK}
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  if(complaint STREQUAL "")
    if(NOT status EQUAL 0)
      message(FATAL_ERROR "complained about ${file} without a reason: ${output}")
    endif()
  else()
    string(FIND "${output}" "${complaint}" at)
    if(status EQUAL 0 OR at EQUAL -1)
      message(FATAL_ERROR "did not say \"${complaint}\" about ${file}: ${output}")
    endif()
  endif()
endfunction()

expect("" events/trace.h "#include <vector>\n#include \"base/id.h\"\n#include \"events/kind.h\"\n")
expect("does not say that it uses predict" events/trace.h "#include \"predict/engine.h\"\n")
expect("does not say that it uses events" prove/check/check.cc "  #  include \"events/trace.h\"\n")
expect("which is in no module" events/trace.h "#include \"trace.h\"\n")
expect("is in no module" helpers/misc.h "#pragma once\n")
expect("includes LLVM" predict/engine.cc "#include <llvm/IR/Module.h>\n")
expect("includes Z3" predict/engine.cc "#include <z3++.h>\n")
expect("it may use base and events only" base/id.h "#pragma once\n" "base predict")
string(REPEAT "\n" 1500 long_file)
expect("must stay under 1,500" prove/check/check.cc "${long_file}")
