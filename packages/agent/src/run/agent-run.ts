import type { NameCatalogue } from '../knowledge/catalogue.ts'
import type { SearchIndex } from '@pauta/core/search-index/client'

/** What one run works with. */
export interface AgentRun {
  /** Trimmed, 3 to 2,000 characters. */
  prompt: string
  index: SearchIndex
  readCatalogue: () => Promise<NameCatalogue>
  /** The instant that "the last hours" end at. */
  now: Date
  /** Aborted when nobody waits any more or the time is up. */
  signal: AbortSignal
  /** Whether nobody has stopped the run; asked before each turn and each call of a tool. */
  isWanted: () => Promise<boolean>
}

/** Somebody began a newer run, and this one has to make room. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped'
}

/** Throws RunStopped, or the signal's reason, where the run is not to go on. */
export async function assertWanted({
  signal,
  isWanted,
}: Pick<AgentRun, 'signal' | 'isWanted'>): Promise<void> {
  signal.throwIfAborted()
  if (!(await isWanted())) throw new RunStopped('A newer run of the same person has taken its place')
}
