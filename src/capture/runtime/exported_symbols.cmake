# cmake -D ARCHIVE= -D NM= -D LIST= -P exported_symbols.cmake
#
# The names that the archive defines for everybody, as a linker's --dynamic-list.
execute_process(COMMAND ${NM} --defined-only --extern-only ${ARCHIVE} OUTPUT_VARIABLE lines
  COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL " [A-Z] [A-Za-z_][A-Za-z0-9_.]*" symbols "${lines}")
set(names)
foreach(symbol IN LISTS symbols)
  string(REGEX REPLACE "^ [A-Z] " "" name ${symbol})
  if(NOT name MATCHES "^(_Z|fw_|DW[.])" OR name MATCHES "^_ZNSt")  # our own insides, not libstdc++'s
    list(APPEND names ${name})
  endif()
endforeach()
list(SORT names)
list(REMOVE_DUPLICATES names)
set(text "{\n")
foreach(name IN LISTS names)
  string(APPEND text "  ${name};\n")
endforeach()
file(WRITE ${LIST} "${text}};\n")
