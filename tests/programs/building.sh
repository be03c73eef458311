# Sourced: how the programs below this folder are found and built. Whoever does so has $cc, $cxx,
# $scratch and, behind each program's own flags, ${options[@]}.

# The values of all lines "// key: value" of a file, one a line.
values() { sed -n "s|^// $2: \{0,1\}||p" "$1"; }

# compile SOURCE ARGUMENT...: what is "plain" is not instrumented by whoever instruments.
compile() {
  case $1 in
    *.plain.*) "${CLANG:-clang-19}" -std=gnu17 "${@:2}" ;;
    *.cc) "$cxx" -std=c++20 "${@:2}" ;;
    *) "$cc" -std=gnu17 "${@:2}" ;;
  esac
}

# Makes $scratch/NAME, with the objects and libraries it needs beside it.
build() {
  local source=$1 name=$2 folder flags=(-g -O1 -pthread -Wall -Wextra -Werror) more=() objects=() helper
  folder=$(dirname "$source")
  read -ra more < <(values "$source" flags)
  flags+=("${more[@]}" "${options[@]}")
  for helper in $(values "$source" also); do
    case $helper in
      lib_*)
        compile "$helper" "${flags[@]}" -fPIC -shared "$folder/$helper" \
          -o "$scratch/${helper%%.*}.so" || return 1
        ;;
      *)
        compile "$helper" "${flags[@]}" -c "$folder/$helper" -o "$scratch/$helper.o" || return 1
        objects+=("$scratch/$helper.o")
        ;;
    esac
  done
  compile "$source" "${flags[@]}" "$source" "${objects[@]}" -o "$scratch/$name"
}

# Their paths; helpers are none.
programs_in() {
  find "$@" \( -name '*.c' -o -name '*.cc' \) ! -name 'lib_*' ! -name 'part_*' ! -name '*.plain.*' | LC_ALL=C sort
}
