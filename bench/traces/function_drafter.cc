#include "bench/traces/function_drafter.h"

#include <algorithm>

namespace foreweave {

namespace {
bool is_shared(Place place) {
  switch (place) {
    case Place::frame:
    case Place::array:
    case Place::scatter:
    case Place::heap:
      return false;
    default:
      return true;
  }
}
}  // namespace

void FunctionDrafter::begin_function(std::string name) {
  function_ = {};
  program_.function_names.push_back(std::move(name));
  line_ += 10;
}

uint32_t FunctionDrafter::new_site() {
  line_ += random_.below(3);
  program_.sites.push_back(
      {static_cast<uint32_t>(program_.function_names.size() - 1), line_, random_.between(3, 60)});
  return static_cast<uint32_t>(program_.sites.size() - 1);
}

uint32_t FunctionDrafter::site_of_new_function(std::string name) {
  begin_function(std::move(name));
  return new_site();
}

Instruction& FunctionDrafter::add(Op op, uint32_t base) {
  Instruction& i = function_.code.emplace_back();
  i.op = op;
  i.base = base;
  i.site = new_site();
  return i;
}

Function FunctionDrafter::finish() {
  add(Op::end);
  return std::move(function_);
}

Instruction& FunctionDrafter::add_access(Place place, Kind kind, uint8_t size, uint32_t base) {
  Instruction& i = add(Op::access, base);
  i.place = place;
  i.kind = kind;
  i.size = size;
  if (options_.values) i.flags |= FW_FLAG_HAS_VALUE;
  const uint32_t dice = random_.below(100);
  i.fill = dice < 45   ? Fill::derived
           : dice < 75 ? Fill::counter
           : dice < 90 ? Fill::small
           : size < 8  ? Fill::small
           : dice < 96 ? Fill::pointer
                       : Fill::noise;
  // What is shared is mostly reached through a pointer.
  if (options_.branches && is_shared(place) && !random_.one_in(16)) i.flags |= FW_FLAG_DECIDES;
  return i;
}

void FunctionDrafter::choose_domain(uint32_t records) {
  const uint32_t count = program_.record_count;
  const uint32_t least = std::max(records, random_.one_in(4) ? 1u : count / 8);
  function_.records = records;
  function_.domain = random_.between(std::min(least, count), count);
  if (random_.one_in(3)) function_.domain = std::max(records, std::min(least, count));
  function_.first_record = random_.below(count - function_.domain + 1);
}

}  // namespace foreweave
