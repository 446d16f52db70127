import { setTakenDown } from '@pauta/core/removals/take-down'
import { loadConfig } from '@pauta/platform/config/config'
import { parseEnd } from '@pauta/platform/time/time'
import { exportRound } from '@pauta/dataset/export-round'
import { makeHostFetch } from '@pauta/dataset/host-fetch'
import { openHub } from '@pauta/dataset/hub'
import { ROUND_LIMITS } from '@pauta/dataset/plan-round'
import { openViewer } from '@pauta/dataset/viewer'
import { beforeAll, describe, expect, it } from 'vitest'
import { listShardPaths, readHubIds, readHubRows, REDUCED_DATASET } from '../kit/rows/datasets.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'

const DAY = '2026-06-10'

let stack: SharedStack
let hub: SharedStack['stack']['datasetHub']
/** Ids of the articles that should be in the datasets. */
const live = new Set<string>()
beforeAll(async () => {
  stack = await shareTestStack()
  hub = stack.stack.datasetHub
  await changeNews()
  await exportOnce()
})

/** Writes two articles and takes down an earlier one. */
async function changeNews(): Promise<void> {
  const [oldest] = live
  const articles = [
    anArticle({ publishedAt: `${DAY}T10:00:00-03:00` }),
    anArticle({ publishedAt: '2026-06-02T10:00:00-03:00' }),
  ]
  await stack.write(articles)
  for (const { uniqueId } of articles) live.add(String(uniqueId))
  if (oldest === undefined) return
  await setTakenDown(stack.db, [oldest], new Date())
  live.delete(oldest)
}

/** A round without retries: the first failed call ends it, as a kill would. */
async function exportOnce() {
  const { datasetHost } = loadConfig('datasetHost')
  const { signal } = new AbortController()
  const hostFetch = makeHostFetch({ signal, attempts: 1 })
  return await exportRound(
    { day: DAY, before: parseEnd(DAY, 'day'), now: new Date(), limits: ROUND_LIMITS },
    {
      db: stack.db,
      hub: openHub(datasetHost, hostFetch),
      viewer: openViewer(datasetHost, hostFetch),
      signal,
    },
  )
}

async function expectEverythingOnce(): Promise<void> {
  expect(await readHubIds(hub)).toEqual([...live].sort())
  const urls = (await readHubRows(hub, REDUCED_DATASET)).map(({ url }) => String(url).replace(/.*\//, ''))
  expect(urls.sort()).toEqual([...live].sort())
  expect(listShardPaths(hub, REDUCED_DATASET)).toEqual(listShardPaths(hub))
}

/**
 * Interrupts the export at its nth call, before or after the hub has handled it. Returns false when there were
 * fewer calls.
 */
async function exportBrokenAt(call: number, moment: 'before' | 'after'): Promise<boolean> {
  let calls = 0
  hub.intercept(() => {
    if (++calls !== call) return undefined
    return moment === 'before' ? { status: 400, body: { error: 'broken off' } } : 'hang-up'
  })
  const isBroken = await exportOnce().then(
    () => false,
    () => true,
  )
  hub.intercept(undefined)
  expect(isBroken).toBe(calls >= call)
  return isBroken
}

describe('an interrupted export', () => {
  it.each(['before', 'after'] as const)(
    'after a failure at any call to the host, %s it, the next export continues',
    async (moment) => {
      let call = 1
      for (; ; call++) {
        await changeNews()
        const isBroken = await exportBrokenAt(call, moment)
        await exportOnce()
        await expectEverythingOnce()
        if (!isBroken) break
      }
      // Two reads of the head, the questions to the viewer, and two commits of four calls each.
      expect(call).toBeGreaterThan(12)
      const [open] = await stack.db`
      select count(*)::int as shards from dataset_shards where full_version < version or reduced_version < version`
      expect(open).toEqual({ shards: 0 })
    },
  )
})
