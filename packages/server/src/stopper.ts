/** Stops the parts that were added to it. */
export interface Stopper {
  /** Adds a part and returns it. */
  add: <T extends { stop(): Promise<void> }>(part: T) => T
  stop: () => Promise<void>
}

/** Stops in reverse order of starting. Tries every stop even when one fails. */
export function makeStopper(): Stopper {
  const stops: (() => Promise<void>)[] = []
  let stopping: Promise<void> | undefined
  const run = async () => {
    const failures: unknown[] = []
    for (const stop of stops.reverse()) {
      try {
        await stop()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'The stack did not stop cleanly')
  }
  return {
    add<T extends { stop(): Promise<void> }>(part: T): T {
      stops.push(() => part.stop())
      return part
    },
    stop: () => (stopping ??= run()),
  }
}
