// A triple buffer: writer and reader each own one buffer and swap it with the middle one by an atomic exchange.
// guilty: race: the writer still completes the frame after it has swapped it away
#include <atomic>
#include <iostream>
#include <thread>

struct Frame {
    int number = 0;
    int checksum = 0;
};

class TripleBuffer {
    static constexpr unsigned fresh = 4;
    Frame frames[3];
    unsigned back = 0, front = 1;
    std::atomic<unsigned> middle{2};

public:
    void write(int n)
    {
        Frame& f = frames[back];
        f.number = n;
#ifndef GUILTY
        f.checksum = n * 31;
#endif
        back = middle.exchange(back | fresh, std::memory_order_acq_rel) & 3;
#ifdef GUILTY
        f.checksum = n * 31;
#endif
    }
    const Frame* read()
    {
        if (!(middle.load(std::memory_order_relaxed) & fresh))
            return nullptr;
        front = middle.exchange(front, std::memory_order_acq_rel) & 3;
        return &frames[front];
    }
};

int main()
{
    TripleBuffer buffer;
    int torn = 0;
    std::thread renderer([&] { for (int n = 1; n <= 8; ++n) buffer.write(n); });
    std::thread screen([&] {
        for (int last = 0; last < 8;) {
            if (const Frame* f = buffer.read()) {
                last = f->number;
                torn += f->checksum != f->number * 31;
            } else {
                std::this_thread::yield();
            }
        }
    });
    renderer.join();
    screen.join();
    std::cout << torn << " torn frames\n";
}
