import { vi } from 'vitest'
import { patient } from './patience.ts'

const LIMIT_MS = 60_000

/** Repeats assertions until they hold, for as long as `expect.poll` does. Where one value is compared, use that. */
export const eventually = <T>(assert: () => T | Promise<T>, { interval = 50 } = {}): Promise<T> =>
  vi.waitFor(assert, { timeout: patient(LIMIT_MS), interval })
