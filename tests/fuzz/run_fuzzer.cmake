# Runs FUZZER for SECONDS from a copy of CORPUS, in a folder beside it, with the words of DICTIONARY
# if there is one. What breaks it is left there as crash-*, timeout-* or oom-*; add it to the corpus
# with the fix. The seed is fixed, so that a test that passed does not fail by chance; fuzz longer, with
# other seeds, by hand.
set(folder ${FUZZER}.run)
file(REMOVE_RECURSE ${folder})
file(MAKE_DIRECTORY ${folder}/corpus)
file(GLOB seeds ${CORPUS}/*)
if(seeds)
  file(COPY ${seeds} DESTINATION ${folder}/corpus)
endif()
set(ENV{UBSAN_OPTIONS} print_stacktrace=1)
set(dictionary)
if(EXISTS ${DICTIONARY})
  set(dictionary -dict=${DICTIONARY})
endif()
execute_process(
  COMMAND ${FUZZER} -seed=1 -max_total_time=${SECONDS} -max_len=4096 -rss_limit_mb=2048 -timeout=10
    -malloc_limit_mb=1024 -print_final_stats=1 -verbosity=0 ${dictionary} -artifact_prefix=${folder}/ ${folder}/corpus
  RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${FUZZER} found an input that breaks us: see ${folder}")
endif()
