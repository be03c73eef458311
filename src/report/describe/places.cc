#include "report/describe/places.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "report/words/event_text.h"

namespace foreweave {

SourcePlace place_of(const Trace& trace, SiteId id) {
  const Site& site = trace.site_info(id);
  return {file_of_places(trace.text(site.file)), site.line, site.column,
          utf8(trace.text(site.function))};
}

std::string file_of_places(std::string_view path) {
  std::string file = utf8(path);
  // Compilers find their headers by such detours; nobody wants to read them.
  if (file.find("/../") != file.npos) file = std::filesystem::path(file).lexically_normal();
  return file;
}

Stack inlined_frames(const Trace& trace, SiteId site) {
  Stack frames{place_of(trace, site)};
  for (SiteId call = trace.site_info(site).inlined_at; call.exists();
       call = trace.site_info(call).inlined_at) {
    frames.back().inlined = true;
    frames.push_back(place_of(trace, call));
  }
  return frames;
}

bool is_of_system(const SourcePlace& place) {
  return place.file.starts_with("/usr/include/") || place.file.starts_with("/usr/lib/");
}

std::string demangled(const std::string& function) {
  if (!function.starts_with("_Z")) return function;
  int status = 0;
  char* const text = abi::__cxa_demangle(function.c_str(), nullptr, nullptr, &status);
  const std::string name = text ? text : function;
  std::free(text);
  return name;
}

const SourcePlace& own_place(const SourcePlace& place, const Stack& stack) {
  if (!is_of_system(place) && (place.line != 0 || place.file.empty())) return place;
  for (const SourcePlace& frame : stack)
    if (frame.line != 0 && !is_of_system(frame)) return frame;
  return place;
}

std::string place_text(const SourcePlace& place) {
  std::string text(place.file.empty() ? "unknown file" : place.file);
  if (place.line != 0) text += fmt::format(":{}", place.line);
  if (place.line != 0 && place.column != 0) text += fmt::format(":{}", place.column);
  if (!place.function.empty()) text += fmt::format(" in {}", place.function);
  return printable(text);
}

std::string at_place_text(const SourcePlace& place, const Stack& stack) {
  const SourcePlace& own = own_place(place, stack);
  if (own.file.empty() && own.function == kEndOfThread) return "as it ends";
  return "at " + place_text(own);
}

std::string value_text(const Trace& trace, EventId e) {
  if (!is_access(trace.kind(e)) || !trace.has_value(e)) return "";
  const uint64_t value = trace.value(e);
  const uint32_t bytes = trace.location_of(e).size;
  // The sign is not recorded: what would be a large number is as likely a small negative one.
  const bool top_bit = bytes > 0 && bytes <= 8 && value >> (8 * bytes - 1) != 0;
  return top_bit || value > UINT32_MAX ? fmt::format("{:#x}", value) : fmt::format("{}", value);
}

std::string utf8(std::string_view text) {
  using nlohmann::json;
  if (std::all_of(text.begin(), text.end(),
                  [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
    return std::string(text);
  const json parsed = json::parse(
      json(std::string(text)).dump(-1, ' ', false, json::error_handler_t::replace), nullptr, false);
  return parsed.is_string() ? parsed.get<std::string>() : std::string();
}

}  // namespace foreweave
