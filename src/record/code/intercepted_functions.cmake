# cmake -D LIST= -D OUT= -P intercepted_functions.cmake
#
# The names of the runtime's list of exported symbols, as strings for C++.
file(STRINGS ${LIST} lines REGEX ";$")
set(names)
foreach(line IN LISTS lines)
  string(REGEX MATCH "[A-Za-z_][A-Za-z0-9_.]*" name "${line}")
  if(name)
    list(APPEND names ${name})
  endif()
endforeach()
list(SORT names COMPARE STRING)
set(text "")
foreach(name IN LISTS names)
  string(APPEND text "\"${name}\",\n")
endforeach()
file(WRITE ${OUT} "${text}")
