// Keys are compared field by field; for keys of different kinds the rest is never looked at.
// guilty: race: the keys are of the same kind
#include <cstdio>
#include <thread>

struct Key {
    int kind;
    int number;
    int version;
    bool operator==(const Key& o) const { return kind == o.kind && number == o.number && version == o.version; }
};

#ifdef GUILTY
static Key current{1, 0, 0};
#else
static Key current{2, 0, 0};
#endif

int main() {
    int found = 0;
    std::thread seeker([&found] {
        const Key wanted[] = {{1, 0, 1}, {1, 2, 1}, {1, 3, 1}};
        for (const Key& k : wanted) found += k == current;
    });
    std::thread editor([] {
        for (int i = 1; i <= 5; ++i) {      // the kind stays as it is
            current.number += i;
            current.version = i + 1;
        }
    });
    seeker.join();
    editor.join();
    std::printf("found %d, current %d.%d\n", found, current.number, current.version);
    return current.number != 15;
}
