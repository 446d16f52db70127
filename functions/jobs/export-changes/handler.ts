import { makeHostFetch } from '@pauta/dataset/host-fetch'
import { openHub } from '@pauta/dataset/hub'
import { ROUND_LIMITS } from '@pauta/dataset/plan-round'
import { updateChanges } from '@pauta/dataset/update-changes'
import { ContinueLater, runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import { exportChanges } from './job.ts'

/** Commits the months that differ until none is left. The next invocation continues what does not fit into this one. */
const exportMonths: JobWork<typeof exportChanges> = async ({ db, config, now, signal }) => {
  const { datasetHost } = config
  if (datasetHost.dataset === '') return { written: 0, reason: 'the stage has no dataset' }
  const hub = openHub(datasetHost, makeHostFetch({ signal }))
  const { commitBytes } = ROUND_LIMITS
  const written: string[] = []
  const deleted: string[] = []
  for (;;) {
    const update = await updateChanges(db, hub, { now, signal, commitBytes })
    written.push(...update.written)
    deleted.push(...update.deleted)
    if (!update.more) return { dataset: datasetHost.dataset, written, deleted }
    if (signal.aborted)
      throw new ContinueLater(`${written.length} months were written, and the next ones follow`)
  }
}

export const handler = runJob(exportChanges, exportMonths)
