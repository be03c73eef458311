// Multiplies two square matrices: each worker takes a band of rows, in tiles that fit the cache.
//   matrix THREADS SCALE
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

constexpr size_t kTile = 32;

class Matrix {
 public:
  explicit Matrix(size_t size) : size_(size), cells_(size * size) {}

  size_t size() const { return size_; }
  double* row(size_t r) { return &cells_[r * size_]; }
  const double* row(size_t r) const { return &cells_[r * size_]; }

  void fill(uint32_t seed) {
    for (double& cell : cells_) {
      seed = seed * 1664525 + 1013904223;
      cell = static_cast<double>(seed >> 20) / 64.0 - 32.0;  // sums of these are exact
    }
  }

 private:
  size_t size_;
  std::vector<double> cells_;
};

void multiply_tile(const Matrix& a, const Matrix& b, Matrix& product, size_t i0, size_t k0,
                   size_t j0) {
  const size_t n = a.size();
  for (size_t i = i0; i < std::min(i0 + kTile, n); ++i)
    for (size_t k = k0; k < std::min(k0 + kTile, n); ++k) {
      const double factor = a.row(i)[k];
      const double* from = b.row(k);
      double* to = product.row(i);
      for (size_t j = j0; j < std::min(j0 + kTile, n); ++j) to[j] += factor * from[j];
    }
}

// The tiles whose first row is a multiple of `step` after `first`.
void multiply_bands(const Matrix& a, const Matrix& b, Matrix& product, size_t first, size_t step) {
  const size_t n = a.size();
  for (size_t i = first * kTile; i < n; i += step * kTile)
    for (size_t k = 0; k < n; k += kTile)
      for (size_t j = 0; j < n; j += kTile) multiply_tile(a, b, product, i, k, j);
}

}  // namespace

int main(int argc, char** argv) {
  const size_t threads = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 2;
  const size_t size = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 400;
  Matrix a(size), b(size), product(size);
  a.fill(1);
  b.fill(2);

  std::vector<std::jthread> workers;
  for (size_t t = 0; t < threads; ++t)
    workers.emplace_back([&, t] { multiply_bands(a, b, product, t, threads); });
  workers.clear();

  double sum = 0, trace = 0;
  for (size_t i = 0; i < size; ++i) {
    for (size_t j = 0; j < size; ++j)
      sum += product.row(i)[j] * static_cast<double>(1 + (i + 3 * j) % 7);
    trace += product.row(i)[i];
  }
  std::printf("size %zu, sum %.6f, trace %.6f\n", size, sum, trace);
}
