import * as z from 'zod'
import { REMEDIES, repairArticles as repair } from '@pauta/core/ingest/repair-articles'
import { runJob, ContinueLater, type JobWork } from '@pauta/platform/jobs/run-job'
import { repairArticles } from './job.ts'

const LISTED_MAX = 50

const countsSchema = z.object({
  checked: z.number(),
  addresses: z.number(),
  pictures: z.number(),
  keys: z.number(),
  takenDown: z.object({ id: z.number(), address: z.number(), date: z.number() }),
  faults: z.number(),
  listed: z.array(z.object({ uniqueId: z.string(), fault: z.string(), remedy: z.string() })),
})
const progressSchema = z.object({ after: z.string(), counts: countsSchema })
const NOTHING = {
  checked: 0,
  addresses: 0,
  pictures: 0,
  keys: 0,
  takenDown: { id: 0, address: 0, date: 0 },
  faults: 0,
  listed: [],
}

/** Repairs all articles in small steps. The sweep sends the changed ones to the index. */
export const repairAll: JobWork<typeof repairArticles> = async ({
  db,
  now,
  signal,
  progress,
  saveProgress,
}) => {
  const earlier = progressSchema.safeParse(progress)
  let { after, counts } = earlier.success ? earlier.data : { after: '', counts: countsSchema.parse(NOTHING) }
  for (;;) {
    const step = await repair(db, { after, now })
    const { takenDown } = step
    counts = {
      checked: counts.checked + step.checked,
      addresses: counts.addresses + step.addresses,
      pictures: counts.pictures + step.pictures,
      keys: counts.keys + step.keys,
      takenDown: {
        id: counts.takenDown.id + takenDown.id,
        address: counts.takenDown.address + takenDown.address,
        date: counts.takenDown.date + takenDown.date,
      },
      faults: counts.faults + step.faults.length,
      listed: [
        ...counts.listed,
        ...step.faults.map(({ uniqueId, fault }) => ({ uniqueId, fault, remedy: REMEDIES[fault] })),
      ].slice(0, LISTED_MAX),
    }
    if (step.last === undefined) return counts
    after = step.last
    await saveProgress({ after, counts })
    if (signal.aborted) throw new ContinueLater(`The repair has come to ${after} and goes on`)
  }
}

export const handler = runJob(repairArticles, repairAll)
