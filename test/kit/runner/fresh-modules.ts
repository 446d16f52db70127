import { vi } from 'vitest'

// Each file loads our own code again, as in a thread of its own; packages stay loaded.
vi.resetModules()
