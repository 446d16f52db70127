/** Time and chance. Tests use a clock of their own. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  sleep(milliseconds: number): Promise<void>
  /** A number from 0 to 1, for jitter. */
  random(): number
}

/** The validators of a page (RFC 9110, 8.8), which the next conditional request repeats. */
export type Validators = { readonly etag: string | null; readonly lastModified: string | null }

/** A stored robots.txt. An empty text allows everything. */
export type RobotsCopy = { readonly text: string; readonly readAt: number }

/** The answer to a request for a turn at a host. */
type HostTurn = {
  /** Milliseconds after which to request the turn again; 0 when the process has the turn. */
  readonly waitMilliseconds: number
  /** The stored pause between two requests to the host. */
  readonly delayMilliseconds: number
}

/** The pause of a host after a request. `openAt` is in milliseconds since 1970; no request is sent before it. */
type HostPause = { readonly delayMilliseconds: number; readonly openAt: number }

/** The stored state of a circuit breaker. `openUntil` is in milliseconds since 1970. */
export type BreakerState = {
  readonly failures: number
  readonly pauseMilliseconds: number
  readonly openUntil: number
}

/** Turns and breakers. All processes that send requests to the same hosts must share them. */
export type HostMemory = {
  /**
   * Reserves a host for one request, or returns how long to wait. `now` and `holdUntil` are in milliseconds since 1970;
   * a turn that did not end by `holdUntil` is free again.
   */
  takeTurn(host: string, times: { now: number; holdUntil: number }): Promise<HostTurn>
  /** Ends the turn of this process. */
  endTurn(host: string, pause: HostPause): Promise<void>
  /** Stores a longer pause of a host, also while another process has the turn. Keeps the later `openAt`. */
  savePause(host: string, pause: HostPause): Promise<void>
  findBreaker(site: string): Promise<BreakerState | null>
  saveBreaker(site: string, state: BreakerState): Promise<void>
}

/** What the fetcher stores between runs. A lost store costs requests, never an article. */
export type FetchMemory = HostMemory & {
  findValidators(address: string): Promise<Validators | null>
  saveValidators(address: string, validators: Validators): Promise<void>
  findRobots(origin: string): Promise<RobotsCopy | null>
  saveRobots(origin: string, copy: RobotsCopy): Promise<void>
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  random: () => Math.random(),
}

/** Returns turns and breakers for one process. The lane of each host keeps the order of its requests. */
function createHostMemory(): HostMemory {
  const pauses = new Map<string, HostPause>()
  const breakers = new Map<string, BreakerState>()
  const save = (host: string, pause: HostPause) => {
    const openAt = Math.max(pause.openAt, pauses.get(host)?.openAt ?? 0)
    pauses.set(host, { ...pause, openAt })
  }
  return {
    takeTurn: async (host, { now }) => {
      const { openAt = 0, delayMilliseconds = 0 } = pauses.get(host) ?? {}
      return { waitMilliseconds: Math.max(0, openAt - now), delayMilliseconds }
    },
    endTurn: async (host, pause) => save(host, pause),
    savePause: async (host, pause) => save(host, pause),
    findBreaker: async (site) => breakers.get(site) ?? null,
    saveBreaker: async (site, state) => void breakers.set(site, state),
  }
}

/** Returns a memory that ends with the process. */
export function createMemory(): FetchMemory {
  const validators = new Map<string, Validators>()
  const robots = new Map<string, RobotsCopy>()
  return {
    ...createHostMemory(),
    findValidators: async (address) => validators.get(address) ?? null,
    saveValidators: async (address, value) => void validators.set(address, value),
    findRobots: async (origin) => robots.get(origin) ?? null,
    saveRobots: async (origin, copy) => void robots.set(origin, copy),
  }
}
