// Two threads pass a ball back and forth with two binary semaphores; only the holder touches the rally counter.
// guilty: race: ping hands the ball over before it counts
#include <iostream>
#include <semaphore>
#include <thread>

int main()
{
    std::binary_semaphore ping_turn{1}, pong_turn{0};
    int rally = 0;

    std::thread ping([&] {
        for (int i = 0; i < 5; ++i) {
            ping_turn.acquire();
#ifdef GUILTY
            pong_turn.release();
            ++rally;
#else
            ++rally;
            pong_turn.release();
#endif
        }
    });
    std::thread pong([&] {
        for (int i = 0; i < 5; ++i) {
            pong_turn.acquire();
            ++rally;
            ping_turn.release();
        }
    });
    ping.join();
    pong.join();
    std::cout << "rally " << rally << '\n';
    return 0;
}
