// A high score list: to show the best three, a copy is made under the lock and sorted outside of it.
// guilty: race: the shared vector itself is sorted, after the lock has been released
#include <algorithm>
#include <cstdio>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

std::vector<int> scores = {40, 10, 30};
std::mutex scores_mutex;

void add_score(int s) {
    std::lock_guard<std::mutex> lock(scores_mutex);
    scores.push_back(s);
}

int best_three() {
    std::unique_lock<std::mutex> lock(scores_mutex);
#ifdef GUILTY
    std::vector<int> &list = scores;
#else
    std::vector<int> list = scores;
#endif
    lock.unlock();
    std::sort(list.begin(), list.end(), std::greater<>());
    return list[0] + list[1] + list[2];
}

int main() {
    scores.reserve(64);
    std::thread game([] {
        for (int s = 1; s <= 8; s++)
            add_score(s * 5);
    });
    std::thread board([] { std::printf("best three: %d\n", best_three()); });
    game.join();
    board.join();
    return scores.size() == 11 && best_three() == 115 ? 0 : 1;
}
