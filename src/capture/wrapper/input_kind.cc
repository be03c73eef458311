// Both tables were read off clang 19 itself (-ccc-print-phases); tests/wrapper asks it again.
#include "capture/wrapper/input_kind.h"

#include <span>

namespace foreweave {

namespace {

using enum InputKind;

struct Entry {
  std::string_view name;
  InputKind kind;
};

constexpr Entry kLanguages[] = {
    {"c", kCode},
    {"cpp-output", kCode},
    {"c++", kCode},
    {"c++-cpp-output", kCode},
    {"c++-module", kCode},
    {"objective-c", kCode},
    {"objc-cpp-output", kCode},
    {"objective-c-cpp-output", kCode},
    {"objective-c++", kCode},
    {"objc++-cpp-output", kCode},
    {"objective-c++-cpp-output", kCode},
    {"c-header", kHeader},
    {"c++-header", kHeader},
    {"c++-user-header", kHeader},
    {"c++-system-header", kHeader},
    {"c++-header-unit-header", kHeader},
    {"c++-header-unit-cpp-output", kHeader},
    {"objective-c-header", kHeader},
    {"objective-c++-header", kHeader},
    {"ir", kIr},
    {"ast", kIr},
    {"pcm", kIr},
    {"assembler", kAssembler},
    {"assembler-with-cpp", kAssembler},
    {"ada", kForeign},
    {"cl", kForeign},
    {"clcpp", kForeign},
    {"cuda", kForeign},
    {"f95", kForeign},
    {"f95-cpp-input", kForeign},
    {"hip", kForeign},
    {"hip-cpp-output", kForeign},
    {"hlsl", kForeign},
    {"java", kForeign},
    {"renderscript", kForeign},
    {"treelang", kForeign},
};

constexpr Entry kExtensions[] = {
    {"c", kCode},      {"i", kCode},        {"ii", kCode},     {"iim", kCode},
    {"m", kCode},      {"M", kCode},        {"mi", kCode},     {"mii", kCode},
    {"mm", kCode},     {"C", kCode},        {"cc", kCode},     {"CC", kCode},
    {"cp", kCode},     {"cpp", kCode},      {"CPP", kCode},    {"cxx", kCode},
    {"CXX", kCode},    {"c++", kCode},      {"C++", kCode},    {"cppm", kCode},
    {"ccm", kCode},    {"cxxm", kCode},     {"c++m", kCode},   {"h", kHeader},
    {"H", kHeader},    {"hh", kHeader},     {"hpp", kHeader},  {"hxx", kHeader},
    {"iih", kHeader},  {"ll", kIr},         {"bc", kIr},       {"ast", kIr},
    {"pcm", kIr},      {"pch", kIr},        {"gch", kIr},      {"s", kAssembler},
    {"S", kAssembler}, {"asm", kAssembler}, {"adb", kForeign}, {"ads", kForeign},
    {"cl", kForeign},  {"clcpp", kForeign}, {"cu", kForeign},  {"cui", kForeign},
    {"f", kForeign},   {"F", kForeign},     {"f90", kForeign}, {"F90", kForeign},
    {"f95", kForeign}, {"F95", kForeign},   {"for", kForeign}, {"FOR", kForeign},
    {"fpp", kForeign}, {"FPP", kForeign},   {"hip", kForeign}, {"hlsl", kForeign},
    {"rs", kForeign},
};

InputKind look_up(std::span<const Entry> table, std::string_view name) {
  for (const Entry& entry : table)
    if (entry.name == name) return entry.kind;
  return kLinkable;
}

}  // namespace

InputKind kind_of_language(std::string_view language) { return look_up(kLanguages, language); }

InputKind kind_of_file(std::string_view path) {
  if (path == "-") return kCode;
  const size_t dot = path.rfind('.');
  return dot == path.npos ? kLinkable : look_up(kExtensions, path.substr(dot + 1));
}

}  // namespace foreweave
