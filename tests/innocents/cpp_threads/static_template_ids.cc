// Each type gets a number from a static in a template function; the counter behind all of them is atomic.
// guilty: race: the counter is a plain int, and the guards of two different instantiations do not exclude each other
#include <atomic>
#include <cstdio>
#include <string>
#include <thread>

#ifdef GUILTY
static int next_id = 0;
#else
static std::atomic<int> next_id{0};
#endif

template <class T>
int type_id()
{
    static const int id = next_id++;
    return id;
}

int main()
{
    int ids[4];
    std::thread a([&] {
        ids[0] = type_id<int>();
        ids[1] = type_id<std::string>();
    });
    std::thread b([&] {
        ids[2] = type_id<double>();
        ids[3] = type_id<std::string>();
    });
    a.join();
    b.join();
    std::printf("int %d, string %d, double %d\n", ids[0], ids[1], ids[2]);
    return ids[1] == ids[3] && ids[0] != ids[2] ? 0 : 1;
}
