#include "events/fwt/coding/planes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "events/fwt/samples_for_tests.h"

namespace foreweave {
namespace {

using Bytes = std::vector<uint8_t>;

TEST(FwtPlanes, AreTheBytesOfTheNumbersAndCountThem) {
  samples::Random random(1);
  for (unsigned width = 1; width <= 8; ++width)
    for (const size_t count : {size_t{16}, size_t{32}, size_t{240}, size_t{256}}) {
      std::vector<uint64_t> numbers(count);
      for (uint64_t& number : numbers)
        number = random.one_in(3) ? 0 : random.bits() >> (64 - 8 * width);
      const size_t stride = count + 32;
      Bytes planes(8 * stride, 0xee);
      uint32_t some[8] = {5, 5, 5, 5, 5, 5, 5, 5};
      fwt_put_planes(numbers.data(), count, width, planes.data(), stride, some);
      for (unsigned p = 0; p < 8; ++p) {
        Bytes expected(stride, 0xee);
        for (size_t i = 0; p < width && i < count; ++i)
          expected[i] = static_cast<uint8_t>(numbers[i] >> 8 * p);
        const auto plane = planes.begin() + static_cast<ptrdiff_t>(p * stride);
        EXPECT_EQ(Bytes(plane, plane + static_cast<ptrdiff_t>(stride)), expected) << p;
        const auto zeros = std::count(expected.begin(), expected.end(), 0);
        EXPECT_EQ(some[p], p < width ? 5 + count - static_cast<size_t>(zeros) : 5) << p;
      }
    }
}

TEST(FwtPlanes, SparseOnesAreTheSameWhicheverWayAndComeBack) {
  samples::Random random(2);
  for (size_t count = 1; count < 300; ++count) {
    Bytes plane(count);
    const uint32_t sparseness = 1 + static_cast<uint32_t>(random.below(6));
    for (uint8_t& byte : plane)
      byte = random.one_in(sparseness) ? static_cast<uint8_t>(random.bits()) : 0;
    Bytes expected((count + 7) / 8);
    for (size_t i = 0; i < count; ++i)
      if (plane[i] != 0) expected[i / 8] |= static_cast<uint8_t>(1 << i % 8);
    for (const uint8_t byte : plane)
      if (byte != 0) expected.push_back(byte);
    for (const FwtPutSparse put : fwt_ways_to_put_sparse()) {
      Bytes out(2 * count + kFwtSparseSpill);
      out.resize(static_cast<size_t>(put(plane.data(), count, out.data()) - out.data()));
      EXPECT_EQ(out, expected) << count;
    }
    Bytes back(count);
    EXPECT_EQ(fwt_get_sparse(expected, count, back.data()), expected.size());
    EXPECT_EQ(back, plane);
  }
}

}  // namespace
}  // namespace foreweave
