// An image is blurred strip by strip; the threads fetch the next strip from an atomic counter.
// guilty: race: a strip also writes the first row of the strip below
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

constexpr int width = 16, height = 12, strip = 2;

struct Image {
    std::vector<unsigned char> px = std::vector<unsigned char>(width * height);
    unsigned char& at(int x, int y) { return px[y * width + x]; }
};

static void blur_rows(Image& src, Image& dst, int from, int to) {
    for (int y = from; y < to; ++y)
        for (int x = 0; x < width; ++x) {
            int sum = 0, n = 0;
            for (int v = std::max(0, y - 1); v <= std::min(height - 1, y + 1); ++v)
                for (int u = std::max(0, x - 1); u <= std::min(width - 1, x + 1); ++u, ++n) sum += src.at(u, v);
            dst.at(x, y) = sum / n;
        }
}

int main() {
    Image src, dst;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) src.at(x, y) = (x * 31 + y * 17) % 256;
    std::atomic<int> next{2};
    auto work = [&](int first) {
        for (int s = first; s < height / strip; s = next++) {
            int end = (s + 1) * strip;
#ifdef GUILTY
            end = std::min(end + 1, height);
#endif
            blur_rows(src, dst, s * strip, end);
        }
    };
    std::thread a(work, 0), b(work, 1);
    a.join();
    b.join();
    long sum = 0;
    for (int p : dst.px) sum += p;
    std::printf("brightness %ld\n", sum);
    return sum == 0;
}
