// A reader checks its index against the size of a table that another thread makes smaller.
// names: race, uaf, atomicity
// effect: freed, heap, signal 11, output
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

// After the pattern of screens and terminals that are resized while they are drawn.
class Screen {
 public:
  explicit Screen(int rows) { allocate(rows); }
  ~Screen() { std::free(cells_); }

  void resize(int rows) {
    std::lock_guard<std::mutex> guard(resize_mutex_);
    int* old = cells_;
    allocate(rows);  // the readers do not take the lock
    std::free(old);  // HERE
  }

  int cell(int row) const {
    if (row >= rows_) return -1;  // HERE
    return cells_[row];           // HERE
  }

 private:
  void allocate(int rows) {
    int* cells = static_cast<int*>(std::malloc(sizeof(int) * rows));
    for (int i = 0; i < rows; ++i) cells[i] = i;
    cells_ = cells;  // HERE
    rows_ = rows;    // HERE
  }

  std::mutex resize_mutex_;
  int rows_ = 0;
  int* cells_ = nullptr;
};

int main() {
  Screen screen(40);
  int seen = 0;
  std::thread drawer([&] {
    seen = screen.cell(30);
  });
  std::thread resizer([&] { screen.resize(10); });
  drawer.join();
  resizer.join();
  std::printf("%d\n", seen);
}
