// What `machines.cu` takes from CUDA, for a C++ compiler: every thread of a block is a thread here.
#include <barrier>
#include <cstring>
#include <thread>
#include <vector>
#define DEVICE static inline
#define KERNEL static void
#define UNROLL
#define UNROLL_WORDS
#define SHARED_MEMORY(type, name) type *name = (type *)shared_memory
#define syncthreads() together->arrive_and_wait()
#define find_first(bits) (__builtin_ffsll((long long)(bits)) - 1)

struct Index { unsigned x; };
static thread_local Index threadIdx, blockIdx;
static void *shared_memory;
static std::barrier<> *together;

static inline void atomicAdd(unsigned *at, unsigned more) { __atomic_fetch_add(at, more, __ATOMIC_RELAXED); }

// Runs a kernel block by block.
template <typename Kernel> static void launch(unsigned blocks, size_t shared_bytes, Kernel kernel) {
    std::vector<unsigned> memory(shared_bytes / 4 + 1);
    shared_memory = memory.data();
    for (unsigned block = 0; block < blocks; block++) {
        // What earlier blocks left there must not matter.
        memset(memory.data(), 0xA5, shared_bytes);
        std::barrier<> barrier(256);
        together = &barrier;
        std::vector<std::thread> threads;
        for (unsigned thread = 0; thread < 256; thread++) {
            threads.emplace_back([=] {
                threadIdx.x = thread;
                blockIdx.x = block;
                kernel();
            });
        }
        for (auto &thread : threads) thread.join();
    }
}
