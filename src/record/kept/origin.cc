#include "record/kept/origin.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "record/kept/inputs.h"
#include "record/kept/kept_environment.h"
#include "record/kept/standard_input.h"
#include "record/kept/user_key.h"

namespace foreweave {

namespace {

bool is_signed(std::string_view name) {
  constexpr std::array kSigned = {
      kCommandAttachment,     kFolderAttachment,        kProgramAttachment, kProgramHashAttachment,
      kEnvironmentAttachment, kVariableNamesAttachment, kInputsAttachment,  kChildAttachment};
  return std::find(kSigned.begin(), kSigned.end(), name) != kSigned.end() ||
         name.starts_with(kInputAttachment);
}

// A home may be shared by many machines.
std::string machine() {
  std::ifstream file("/etc/machine-id");
  std::string id;
  std::getline(file, id);
  return id;
}

}  // namespace

std::string_view attachment_of(const Trace& trace, std::string_view name) {
  for (const Attachment& attachment : trace.attachments())
    if (attachment.name == name) return attachment.bytes;
  return {};
}

std::vector<std::string> words_of(std::string_view bytes) {
  std::vector<std::string> words;
  for (size_t at = 0; at < bytes.size();) {
    const size_t end = std::min(bytes.find('\0', at), bytes.size());
    words.emplace_back(bytes.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

void OriginDigest::add(std::string_view name, std::string_view bytes) {
  if (!is_signed(name)) return;
  Sha256 hash;
  hash.add(bytes);
  has_twice_ |= !parts_.emplace(name, hash.finish()).second;
}

std::string OriginDigest::signature(const std::array<uint8_t, 32>& key) const {
  Hmac hmac(key);
  hmac.add(fmt::format("foreweave trace 1\n{}\n{}\n", machine(), geteuid()));
  for (const auto& [name, digest] : parts_) hmac.add(fmt::format("{} {}\n", name, hex(digest)));
  return hex(hmac.finish());
}

Whose whose(const Trace& trace) {
  OriginDigest digest;
  size_t signatures = 0;
  for (const Attachment& attachment : trace.attachments()) {
    digest.add(attachment.name, attachment.bytes);
    signatures += attachment.name == kSignatureAttachment;
  }
  if (signatures == 0) return Whose::unsigned_;
  const std::optional<UserKey> key = find_user_key();
  const bool is_right =
      key && signatures == 1 && digest.is_clear() &&
      same_digest(attachment_of(trace, kSignatureAttachment), digest.signature(*key));
  return is_right ? Whose::ours : Whose::others;
}

}  // namespace foreweave
