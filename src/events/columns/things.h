// Addresses by which traces name what lies in no memory of the program: descriptors, and what libc
// keeps for itself (capture/abi/things.h).
#pragma once

#include <cstdint>
#include <string>

namespace foreweave {

enum class ThingAddress : uint8_t { none, descriptor, state };

// None for every address of a program.
ThingAddress thing_address(uint64_t address);
// "file descriptor 5", "the environment".
std::string name_of_thing(uint64_t address);

}  // namespace foreweave
