
#ifdef __CUDACC__
extern "C" __global__ void __launch_bounds__(THREADS) run(Job job, uint64_t first, uint64_t number, Total *total) {
    __shared__ Sum shared[TALLIES];
    for (int i = threadIdx.x; i < TALLIES; i += THREADS) shared[i] = 0;
    __syncthreads();
    const uint64_t stride = (uint64_t)gridDim.x * THREADS;
    for (uint64_t i = (uint64_t)blockIdx.x * THREADS + threadIdx.x; i < number; i += stride) {
        play(&job, first + i, shared);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < TALLIES; i += THREADS) {
        if (shared[i]) atomicAdd(&total[i], (Total)shared[i]);
    }
}
#else
void run(const Job *job, uint64_t first, uint64_t number, Total *total) {
    for (uint64_t i = 0; i < number; ++i) play(job, first + i, total);
}
#endif
