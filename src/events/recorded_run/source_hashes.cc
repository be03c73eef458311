#include "events/recorded_run/source_hashes.h"

#include <algorithm>

namespace foreweave {

namespace {
constexpr size_t kHashDigits = 64;
}  // namespace

SourceHashes::SourceHashes(const Trace& trace) {
  for (const Attachment& attachment : trace.attachments()) {
    if (attachment.name != kAttachment) continue;
    std::string_view rest = attachment.bytes;
    while (!rest.empty()) {
      const std::string_view entry = rest.substr(0, rest.find('\0'));
      rest.remove_prefix(std::min(entry.size() + 1, rest.size()));
      if (entry.size() > kHashDigits + 1 && entry[kHashDigits] == ' ')
        add(std::string(entry.substr(kHashDigits + 1)), std::string(entry.substr(0, kHashDigits)));
    }
  }
}

bool SourceHashes::knows(const std::string& path) const {
  const auto entry = entries_.lower_bound({path, ""});
  return entry != entries_.end() && entry->first == path;
}

std::string SourceHashes::encoded() const {
  std::string bytes;
  for (const auto& [path, hash] : entries_) (((bytes += hash) += ' ') += path) += '\0';
  return bytes;
}

}  // namespace foreweave
