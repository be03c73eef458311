#include "agree/counterexample.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "events/fwt/format.h"
#include "events/std/format.h"

namespace foreweave::agree {

namespace {

std::string as_comment(const std::string& text) {
  std::string out = "# ";
  for (const char c : text) {
    out += c;
    if (c == '\n') out += "# ";
  }
  return out + '\n';
}

}  // namespace

Result<std::string> save_counterexample(const Draft& draft, const std::string& folder,
                                        const std::string& name, const std::string& comment) {
  const Trace trace = draft.build_named();
  uint64_t left_out = 0;
  const std::string text = write_std(trace, &left_out);
  const std::filesystem::path stem = std::filesystem::path(folder) / name;
  left_out += draft.pointer_from.size();
  const std::string path = stem.string() + (left_out ? ".fwt" : ".std");
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (std::filesystem::exists(path)) return Error{"the file exists already", path};
  std::ofstream file(path, std::ios::binary);
  if (left_out == 0) {
    file << as_comment(comment) << text;
  } else {
    std::ofstream(stem.string() + ".txt") << comment << '\n' << describe(draft);
    write_fwt(trace, [&](std::span<const uint8_t> bytes) {
      file.write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
      return file.good();
    });
  }
  file.close();
  if (!file) return Error{"cannot be written", path};
  return path;
}

}  // namespace foreweave::agree
