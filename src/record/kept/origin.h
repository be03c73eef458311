// Where a trace comes from: what was run, and whether it was recorded on this machine by this user.
//
// A trace is a file, and files are passed around: what one says of a command is no reason to run
// it. So a recording ends with an HMAC of everything that a replay would run, or would give to what
// it runs, made with the user's secret (user_key.h). A trace that somebody else has made or changed
// cannot have it. Events are not part of it: they say in which order the user's own threads go on,
// and the beginning of a trace (trace cut) is as much the user's as all of it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes/sha256.h"
#include "events/trace.h"

namespace foreweave {

inline constexpr std::string_view kCommandAttachment = "command";
inline constexpr std::string_view kFolderAttachment = "working-directory";
inline constexpr std::string_view kProgramAttachment = "program";
inline constexpr std::string_view kProgramHashAttachment = "program-hash";  // SHA-256
inline constexpr std::string_view kChildAttachment =
    "child";  // that was recorded (descent.h); none: the program
inline constexpr std::string_view kSignatureAttachment = "origin-signature";

// The bytes; empty if there is none of that name.
std::string_view attachment_of(const Trace& trace, std::string_view name);
// Words that each have a zero byte behind them.
std::vector<std::string> words_of(std::string_view bytes);

// What is signed of a trace. Attachments that have nothing to do with what a replay runs are left
// out by themselves.
class OriginDigest {
 public:
  void add(std::string_view name, std::string_view bytes);
  // Nothing that could be read in two ways.
  bool is_clear() const { return !has_twice_; }
  // In hexadecimal digits, for this machine and user.
  std::string signature(const std::array<uint8_t, 32>& key) const;

 private:
  std::map<std::string, Sha256::Digest> parts_;
  bool has_twice_ = false;
};

enum class Whose : uint8_t {
  ours,       // recorded on this machine by this user
  unsigned_,  // it does not say so: recorded without a home, to no end, or by an older version
  others,     // it says so, and the user's secret says otherwise
};
Whose whose(const Trace& trace);

}  // namespace foreweave
