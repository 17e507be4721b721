"""The same rules, rolled billions of times: circuits and their back ends, spins, shoes, workers and verdicts."""
