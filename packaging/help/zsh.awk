# Completion for zsh, of the model of all commands (model.awk).
BEGIN { FS = "\t" }
$1 == "C" { commands[++count] = $2 }
$1 == "S" { subcommands[$2] = subcommands[$2] "    " quoted($3 ":" escaped($4)) "\n" }
$1 == "A" { arguments[$2] = arguments[$2] ($3 == "COMMAND" ? " \\\n    '*::program:_normal'" : " \\\n    '" ($3 ~ /\.\.\.$/ ? "*" : "") ":" escaped($3) ":_files'") }
$1 == "O" {
  value = $5 == "" ? "" : ":" tolower($5) ":" ($6 != "" ? "(" $6 ")" : $5 == "FILE" ? "_files" : $5 == "DIR" ? "_files -/" : "")
  for (i = 3; i <= 4; i++)
    if ($i != "") options[$2] = options[$2] " \\\n    " quoted($i "[" escaped($7) "]" value)
}
function escaped(text) {
  gsub(/\\/, "\\\\", text)
  gsub(/\[/, "\\[", text)
  gsub(/\]/, "\\]", text)
  gsub(/:/, "\\:", text)
  return text
}
function quoted(text) { gsub(/'/, "'\\''", text); return "'" text "'" }
function function_of(command) { gsub(/[ -]/, "_", command); return "_" command }
END {
  print "#compdef foreweave foreweave-witness"
  print "# Completion for zsh; made from --help when Foreweave was built."
  for (i = 1; i <= count; i++) {
    command = commands[i]
    own = function_of(command)
    # The file is the function _foreweave itself, whose first word is the name of the tool.
    if (own == "_foreweave") own = "_foreweave_foreweave"
    print "\n" own "() {"
    if (command in subcommands) {
      print "  local curcontext=$curcontext state line"
      print "  local -a commands=(\n" subcommands[command] "  )"
      print "  _arguments -C" options[command] " \\\n    '1:command:->command' '*::argument:->argument'"
      print "  case $state in"
      print "    command) _describe command commands ;;"
      print "    argument) (( $+functions[" function_of(command) "_$line[1]] )) && " function_of(command) "_$line[1] ;;"
      print "  esac"
    } else print "  _arguments" options[command] arguments[command]
    print "}"
  }
  print "\nif [[ $service == foreweave-witness ]]; then _foreweave_witness \"$@\"; else _foreweave_foreweave \"$@\"; fi"
}
