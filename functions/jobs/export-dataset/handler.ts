import { localDay, parseEnd, startOfLocalDay } from '@pauta/platform/time/time'
import { exportRound } from '@pauta/dataset/export-round'
import { addRound, readTotals } from '@pauta/dataset/export-totals'
import { makeHostFetch } from '@pauta/dataset/host-fetch'
import { openHub } from '@pauta/dataset/hub'
import { ROUND_LIMITS } from '@pauta/dataset/plan-round'
import { openViewer } from '@pauta/dataset/viewer'
import { runJob, ContinueLater, RefusedRun, type JobWork } from '@pauta/platform/jobs/run-job'
import { exportDataset } from './job.ts'

/** Runs export rounds until nothing is left. The next invocation continues what does not fit into this one. */
export const exportDay: JobWork<typeof exportDataset> = async ({
  db,
  config,
  parameters,
  scheduledTime,
  signal,
  logger,
  progress,
  saveProgress,
}) => {
  const { datasetHost } = config
  if (datasetHost.dataset === '') return { exported: 0, reason: 'the stage has no dataset' }
  const day = parameters.date ?? localDay(startOfLocalDay(scheduledTime, -1))
  if (day > localDay(new Date())) throw new RefusedRun(`${day} is in the future: name a day that has begun`)
  const before = parseEnd(day, 'date')
  const hostFetch = makeHostFetch({ signal })
  const dependencies = {
    db,
    hub: openHub(datasetHost, hostFetch),
    viewer: openViewer(datasetHost, hostFetch),
    signal,
  }
  let totals = readTotals(progress)
  for (;;) {
    const round = await exportRound({ day, before, now: new Date(), limits: ROUND_LIMITS }, dependencies)
    totals = addRound(totals, round)
    logger.info({ day, round: round.plan, full: round.full, reduced: round.reduced }, 'a round of the export')
    await saveProgress(totals)
    if (!round.more) break
    if (signal.aborted)
      throw new ContinueLater(`The export has added ${totals.exported} articles and goes on`)
  }
  // Everything else is done. Fail, because a person must look at an article that should be removed and is not.
  if (totals.problems.length > 0)
    throw new Error(`articles that were taken down may still be published: ${totals.problems.join('; ')}`)
  return { day, dataset: datasetHost.dataset, ...totals }
}

export const handler = runJob(exportDataset, exportDay)
