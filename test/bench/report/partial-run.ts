import { mkdir, rm } from 'node:fs/promises'
import type { Figure } from '../measure.ts'
import { recordRun, runPath, storeRun } from './write-report.ts'
import type { RunRecord } from './run-record.ts'

/** The stored run of a benchmark that is not finished. A later report shows it when the benchmark is stopped. */
export interface PartialRun {
  /** Replaces what is stored. */
  store(figures: readonly Figure[]): Promise<void>
  /** Removes what is stored: the finished run is stored instead. */
  remove(): Promise<void>
}

/** Opens the partial run of a benchmark in a folder. Nothing is stored before the first figures. */
export function openPartialRun(folder: string, benchmark: string): PartialRun {
  let first: RunRecord | undefined
  return {
    async store(figures) {
      const run = await recordRun(figures.map((figure) => ({ benchmark, ...figure })))
      first ??= run
      await mkdir(folder, { recursive: true })
      // The name of the file is of the first figures, so that later ones replace it.
      await storeRun(folder, { ...run, at: first.at, commit: first.commit })
    },
    async remove() {
      if (first) await rm(runPath(folder, first), { force: true })
    },
  }
}
