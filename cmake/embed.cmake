# Turns text files into a C++ source that holds them.
#
# cmake -D OUTPUT=x.cc -D NAMES="kPage;kScript" -D kPage=page.html -D "kScript=a.js;b.js" -P embed.cmake
#
# Several files under one name are joined. A string literal is limited in length by what compilers
# promise, so a text becomes several of them.
set(text "// Made by cmake/embed.cmake.\n#include <string_view>\n\nnamespace foreweave {\n\n")
foreach(name IN LISTS NAMES)
  string(APPEND text "extern const std::string_view ${name};\nconst std::string_view ${name} =\n")
  foreach(file IN LISTS ${name})
    file(READ ${file} contents)
    if(contents MATCHES "\\)embedded\"")
      message(FATAL_ERROR "${file} holds what ends an embedded text")
    endif()
    string(APPEND text "R\"embedded(${contents})embedded\"\n")
  endforeach()
  string(APPEND text ";\n\n")
endforeach()
string(APPEND text "}  // namespace foreweave\n")
file(WRITE ${OUTPUT} "${text}")
