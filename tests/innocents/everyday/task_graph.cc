// A build runs its tasks in the order of their dependencies: the last input to finish starts the task.
// guilty: race: the count of missing inputs is decremented with relaxed order
#include <atomic>
#include <cstdio>
#include <thread>

#ifdef GUILTY
constexpr auto order = std::memory_order_relaxed;
#else
constexpr auto order = std::memory_order_acq_rel;
#endif

struct Task {
    std::atomic<int> missing;
    int result = 0;
};

static Task compile_a{{0}}, compile_b{{0}}, library{{1}}, program{{2}};

static void finish(Task& dependent, void (*run)()) {
    if (dependent.missing.fetch_sub(1, order) == 1) run();
}

static void link_program() { program.result = compile_a.result + library.result; }

static void make_library() {
    library.result = 10 * compile_b.result;
    finish(program, link_program);
}

int main() {
    std::thread a([] {
        compile_a.result = 7;
        finish(program, link_program);
    });
    std::thread b([] {
        compile_b.result = 5;
        finish(library, make_library);
    });
    a.join();
    b.join();
    std::printf("program %d\n", program.result);
    return program.result != 57;
}
