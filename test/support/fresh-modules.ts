import { vi } from 'vitest'

// Each file loads our own code anew, as it would in a thread of its own; the packages it uses are there already.
vi.resetModules()
