// Two threads run the same simple loop over their own halves of an array, an odd number of floats each.
// guilty: race: the first half includes the first element of the second
#include <cstdio>
#include <thread>
#include <vector>

static void scale(float* begin, float* end, float factor) {
    for (float* p = begin; p != end; ++p) *p = *p * factor + 1.0f;
}

static float sum(const std::vector<float>& v) {
    float s = 0;
    for (float x : v) s += x;
    return s;
}

int main() {
    std::vector<float> samples(54, 2.0f);
    float* data = samples.data();
    const int half = 27;
    std::thread a([=] {
#ifdef GUILTY
        scale(data, data + half + 1, 3.0f);
#else
        scale(data, data + half, 3.0f);
#endif
    });
    std::thread b([=] { scale(data + half, data + 54, 4.0f); });
    a.join();
    b.join();
    std::printf("sum %.0f\n", sum(samples));
    return samples.front() != 7.0f || samples.back() != 9.0f;
}
