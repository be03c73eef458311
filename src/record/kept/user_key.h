// The secret by which a user's own traces are known: 32 random bytes in
// $XDG_STATE_HOME/foreweave/trace-key or ~/.local/state/foreweave/trace-key, which nobody else can
// read. Whoever has none (no home, a disk that is full) has traces that are nobody's.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace foreweave {

using UserKey = std::array<uint8_t, 32>;

// Where it is or would be; empty if the user has no home.
std::string user_key_path();

// None if there is none, or if it is not one to rely on: not a file, not the user's own, open to
// others.
std::optional<UserKey> find_user_key();
// Makes one if there is none. Never in the folders of another user, whose home the environment may
// still name after sudo.
std::optional<UserKey> make_user_key();

}  // namespace foreweave
