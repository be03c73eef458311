// A merge sort that sorts its left half in a second thread; the two halves do not overlap.
// guilty: race: the left half reaches one element into the right one
#include <algorithm>
#include <cstdio>
#include <future>
#include <vector>

static void merge_sort(int* first, int* last, int depth)
{
    if (last - first < 2)
        return;
    int* mid = first + (last - first) / 2;
    if (depth > 0) {
#ifdef GUILTY
        auto left = std::async(std::launch::async, merge_sort, first, mid + 1, depth - 1);
#else
        auto left = std::async(std::launch::async, merge_sort, first, mid, depth - 1);
#endif
        merge_sort(mid, last, depth - 1);
        left.get();
    } else {
        merge_sort(first, mid, 0);
        merge_sort(mid, last, 0);
    }
    const std::vector<int> copy(first, last);
    const auto half = copy.begin() + (mid - first);
    std::merge(copy.begin(), half, half, copy.end(), first);
}

int main()
{
    std::vector<int> v;
    for (int i = 0; i < 24; ++i)
        v.push_back((i * 7) % 24);
    merge_sort(v.data(), v.data() + v.size(), 2);
    std::printf("%d .. %d\n", v.front(), v.back());
    return 0;
}
