import type { NameCatalogue } from './names/catalogue.ts'
import type { SearchIndex } from '@pauta/core/search-index/client'

/** The inputs of one run. */
export interface AgentRun {
  /** Trimmed, 3 to 2,000 characters. */
  prompt: string
  index: SearchIndex
  readCatalogue: () => Promise<NameCatalogue>
  /** The end of "the last hours". */
  now: Date
  /** Aborts when the client disconnects or the time limit passes. */
  signal: AbortSignal
  /** Returns false if the run was stopped. Called before each turn and each tool call. */
  isWanted: () => Promise<boolean>
}

/** Thrown when a newer run of the same person replaced this run. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped'
}

/** Throws RunStopped if the run was stopped, and the signal's reason if the signal aborted. */
export async function assertWanted({
  signal,
  isWanted,
}: Pick<AgentRun, 'signal' | 'isWanted'>): Promise<void> {
  signal.throwIfAborted()
  if (!(await isWanted())) throw new RunStopped('A newer run of the same person has taken its place')
}
