# Completion for bash, of the model of all commands (model.awk).
BEGIN { FS = "\t" }
$1 == "C" { commands[++count] = $2 }
$1 == "S" { subcommands[$2] = subcommands[$2] " " $3 }
$1 == "O" {
  options[$2] = options[$2] ($3 != "" ? " " $3 : "") ($4 != "" ? " " $4 : "")
  for (i = 3; i <= 4; i++)
    if ($i != "") {
      if ($5 != "") values[$2 " " $i] = $6 != "" ? "choices=\"" $6 "\"" : "kind=" $5
    }
}
function words(list) { sub(/^ /, "", list); return "\"" list "\"" }
END {
  print "# Completion for bash; made from --help when Foreweave was built."
  print "_foreweave() {"
  print "  local current=${COMP_WORDS[COMP_CWORD]} previous= command=${COMP_WORDS[0]##*/} word i"
  print "  ((COMP_CWORD > 0)) && previous=${COMP_WORDS[COMP_CWORD - 1]}"
  print "  for ((i = 1; i < COMP_CWORD; i++)); do"
  print "    word=${COMP_WORDS[i]}"
  print "    if [[ $word == -- ]]; then"
  print "      if ((i == COMP_CWORD - 1)); then COMPREPLY=($(compgen -c -- \"$current\")); else COMPREPLY=(); fi"
  print "      COMPREPLY+=($(compgen -f -- \"$current\"))"
  print "      return"
  print "    fi"
  print "    case \"$command $word\" in"
  for (i = 1; i <= count; i++)
    if (commands[i] ~ / /) print "      \"" commands[i] "\") command=\"" commands[i] "\" ;;"
  print "    esac"
  print "  done"
  print "  local options= subcommands= choices= kind="
  print "  case $command in"
  for (i = 1; i <= count; i++) {
    printf "    \"%s\") options=%s", commands[i], words(options[commands[i]])
    if (commands[i] in subcommands) printf " subcommands=%s", words(subcommands[commands[i]])
    print " ;;"
  }
  print "  esac"
  print "  case \"$command $previous\" in"
  for (key in values) print "    \"" key "\") " values[key] " ;;" | "sort"
  close("sort")
  print "  esac"
  print "  if [[ -n $choices ]]; then"
  print "    COMPREPLY=($(compgen -W \"$choices\" -- \"$current\"))"
  print "  elif [[ $kind == DIR ]]; then"
  print "    COMPREPLY=($(compgen -d -- \"$current\"))"
  print "  elif [[ -n $kind && $kind != FILE ]]; then"
  print "    COMPREPLY=()"
  print "  elif [[ $current == -* ]]; then"
  print "    COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))"
  print "  elif [[ -n $subcommands ]]; then"
  print "    COMPREPLY=($(compgen -W \"$subcommands\" -- \"$current\"))"
  print "  else"
  print "    COMPREPLY=($(compgen -f -- \"$current\"))"
  print "  fi"
  print "}"
  print "complete -o filenames -F _foreweave foreweave foreweave-witness"
}
