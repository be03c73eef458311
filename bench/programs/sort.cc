// Parallel merge sort of records: halves are sorted by threads of their own until there are as many
// as asked for, small parts by insertion.
//   sort THREADS SCALE
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <thread>
#include <vector>

namespace {

struct Record {
  uint32_t key;
  uint32_t number;  // in the input: equal keys keep their order
};
using Part = std::span<Record>;

constexpr size_t kSmall = 16;

void insertion_sort(Part part) {
  for (size_t i = 1; i < part.size(); ++i) {
    const Record record = part[i];
    size_t at = i;
    for (; at > 0 && record.key < part[at - 1].key; --at) part[at] = part[at - 1];
    part[at] = record;
  }
}

// Both halves of `part` are sorted.
void merge_halves(Part part, Part space) {
  const size_t middle = part.size() / 2;
  std::copy(part.begin(), part.begin() + static_cast<long>(middle), space.begin());
  size_t left = 0, right = middle, to = 0;
  while (left < middle && right < part.size())
    part[to++] = part[right].key < space[left].key ? part[right++] : space[left++];
  while (left < middle) part[to++] = space[left++];
}

void merge_sort(Part part, Part space, unsigned threads) {
  if (part.size() <= kSmall) return insertion_sort(part);
  const size_t middle = part.size() / 2;
  const unsigned other = threads / 2;
  const auto sort_left = [&] {
    merge_sort(part.first(middle), space.first(middle), threads - other);
  };
  const auto sort_right = [&] {
    merge_sort(part.subspan(middle), space.subspan(middle), std::max(1u, other));
  };
  if (other > 0) {
    const std::jthread helper(sort_right);
    sort_left();
  } else {
    sort_left();
    sort_right();
  }
  merge_halves(part, space);
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned threads = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 2;
  const size_t scale = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 100;
  std::vector<Record> records(scale * 10'000), space(records.size());
  uint32_t x = 1;
  for (size_t i = 0; i < records.size(); ++i) {
    x = x * 1664525 + 1013904223;
    records[i] = {x >> 8, static_cast<uint32_t>(i)};
  }
  merge_sort(records, space, threads);

  uint64_t sum = 0, wrong = 0;
  for (size_t i = 0; i < records.size(); ++i) {
    sum = sum * 31 + records[i].number;
    if (i > 0) {
      const Record &a = records[i - 1], &b = records[i];
      wrong += a.key > b.key || (a.key == b.key && a.number > b.number);
    }
  }
  std::printf("%zu records, sum %016llx, %llu out of order\n", records.size(),
              static_cast<unsigned long long>(sum), static_cast<unsigned long long>(wrong));
}
