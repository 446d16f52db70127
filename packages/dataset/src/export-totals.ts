import * as z from 'zod'
import type { Round } from './export-round.ts'

/** Paths and commits that are stored for display; the counts include all. */
const SHOWN_MAX = 20

const count = z.number().int().nonnegative().default(0)
const names = z.array(z.string()).default([])

const totalsSchema = z.object({
  /** Articles added, and how many of them are of earlier days. */
  exported: count,
  late: count,
  /** Articles that another uploader had added before. */
  alreadyThere: count,
  /** Articles removed from the dataset because they were taken down. */
  removed: count,
  shards: names,
  rewritten: names,
  /** Ids of the commits to both datasets. */
  commits: names,
  /** From the latest round: why articles that were taken down may still be in files of other uploaders. */
  problems: names,
})

/** The sums over all rounds of a run. */
export type ExportTotals = z.output<typeof totalsSchema>

/** Returns the totals that an earlier invocation of the run stored, or zeros. */
export function readTotals(progress: unknown): ExportTotals {
  const kept = totalsSchema.safeParse(progress)
  return kept.success ? kept.data : totalsSchema.parse({})
}

const latest = (shown: readonly string[], more: readonly string[]) => [...shown, ...more].slice(-SHOWN_MAX)

export function addRound(
  totals: ExportTotals,
  { plan, full, reduced, exported, late, problems }: Round,
): ExportTotals {
  const commits = [full.commit, reduced.commit].filter((id) => id !== undefined)
  return {
    exported: totals.exported + exported,
    late: totals.late + late,
    alreadyThere: totals.alreadyThere + plan.alreadyThere,
    removed: totals.removed + plan.takenDown + full.removedElsewhere,
    shards: latest(
      totals.shards,
      reduced.added.map(({ path }) => path),
    ),
    rewritten: latest(totals.rewritten, [...full.rewritten, ...full.deleted]),
    commits: latest(totals.commits, commits),
    problems: latest([], problems),
  }
}
