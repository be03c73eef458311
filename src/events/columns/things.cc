#include "events/columns/things.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

#include "capture/abi/things.h"

namespace foreweave {

ThingAddress thing_address(uint64_t address) {
  if (!FW_IS_THING_WORD(address)) return ThingAddress::none;
  return FW_THING_KIND(address) == FW_THING_descriptor ? ThingAddress::descriptor
                                                       : ThingAddress::state;
}

std::string name_of_thing(uint64_t address) {
  static constexpr std::string_view kStates[] = {
#define FW_STATE_WORDS(name, words) words,
      FOREWEAVE_LIBC_STATES(FW_STATE_WORDS)
#undef FW_STATE_WORDS
  };
  const uint64_t what = FW_THING_WHAT(address);
  if (thing_address(address) == ThingAddress::descriptor)
    return fmt::format("file descriptor {}", FW_DESCRIPTOR_NUMBER(address));
  // A newer Foreweave may know more of them.
  return what < std::size(kStates) ? std::string(kStates[what])
                                   : fmt::format("state {} of libc", what);
}

}  // namespace foreweave
