"""The same programs in C: on GPUs by the CUDA driver, on a processor as the witness of the same source."""
