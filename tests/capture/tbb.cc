// Loops of TBB, whose library calls pthread_once before anything is recorded.
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>

#include <cstdio>
#include <vector>

int main() {
  std::vector<int> numbers(500);
  tbb::parallel_for(0, 500, [&](int i) { numbers[static_cast<size_t>(i)] = i; });
  const long sum = tbb::parallel_reduce(
      tbb::blocked_range<size_t>(0, numbers.size()), 0L,
      [&](const tbb::blocked_range<size_t>& range, long so_far) {
        for (size_t i = range.begin(); i != range.end(); ++i) so_far += numbers[i];
        return so_far;
      },
      [](long a, long b) { return a + b; });
  std::printf("%ld\n", sum);
}
