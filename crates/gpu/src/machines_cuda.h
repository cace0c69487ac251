// What `machines.cu` takes from CUDA.
#define DEVICE static __device__ __forceinline__
#define KERNEL extern "C" __global__ void __launch_bounds__(256)
#define UNROLL _Pragma("unroll")
// Every card is a copy of long steps: all four words at once would not stay in the cache of instructions.
#ifndef UNROLL_WORDS
#define UNROLL_WORDS _Pragma("unroll 1")
#endif
#define SHARED_MEMORY(type, name) extern __shared__ type name[]
#define syncthreads() __syncthreads()
#define find_first(bits) (__ffsll((long long)(bits)) - 1)
