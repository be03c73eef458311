# Completion for fish, of the model of all commands (model.awk).
BEGIN {
  FS = "\t"
  print "# Completion for fish; made from --help when Foreweave was built."
}
function quoted(text) { gsub(/\\/, "\\\\", text); gsub(/'/, "\\'", text); return "'" text "'" }
# When the words so far name this command.
function condition(command,    part, count, i, text) {
  count = split(command, part, " ")
  if (count == 1) return "__fish_use_subcommand"
  for (i = 2; i <= count; i++) text = text (i > 2 ? "; and " : "") "__fish_seen_subcommand_from " part[i]
  return text
}
function start(command) {
  tool = command
  sub(/ .*/, "", tool)
  return "complete -c " tool (tool == "foreweave" ? " -n " quoted(condition(command)) : "")
}
$1 == "S" { print start($2) " -f -a " $3 " -d " quoted($4) }
$1 == "O" {
  long = $4
  short = $3
  sub(/^--/, "", long)
  sub(/^-/, "", short)
  text = start($2) (short != "" ? " -s " short : "") (long != "" ? " -l " long : "")
  if ($6 != "") text = text " -x -a " quoted($6)
  else if ($5 == "FILE") text = text " -r"
  else if ($5 == "DIR") text = text " -x -a '(__fish_complete_directories)'"
  else if ($5 != "") text = text " -x"
  print text " -d " quoted($7)
}
