// Workers wait at a gate (a shared_future<void>) until the main thread has finished the settings.
// guilty: race: one setting is still changed after the gate was opened
#include <cstdio>
#include <future>
#include <thread>
#include <vector>

struct Settings {
    int scale = 1;
    int offset = 0;
};

int main()
{
    Settings settings;
    std::promise<void> go;
    std::shared_future<void> gate = go.get_future().share();
    std::vector<int> out(3);

    std::vector<std::thread> workers;
    for (int i = 0; i < 3; ++i)
        workers.emplace_back([&settings, &out, gate, i] {
            gate.wait();
            out[i] = i * settings.scale + settings.offset;
        });

    settings.scale = 3;
#ifdef GUILTY
    go.set_value();
    settings.offset = 7;
#else
    settings.offset = 7;
    go.set_value();
#endif

    for (auto& t : workers)
        t.join();
    for (int v : out)
        std::printf("%d\n", v);
    return 0;
}
