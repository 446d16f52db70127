import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepDueScrape } from '../support/due-scrape.ts'
import { startTestStack } from '../support/stack.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pauta-sample-first-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

it('a schedule that is due at the start brings no news before the stack is prepared, and does so afterwards', async () => {
  await keepDueScrape(folder)
  const events: string[] = []
  const stack = await startTestStack({
    dataDir: folder,
    databaseDump: undefined,
    listNews: () => {
      events.push('news')
      return []
    },
    prepare: async () => {
      // A schedule that is not held fires within milliseconds.
      await delay(1000)
      events.push('prepared')
    },
  })
  try {
    await expect.poll(() => events).toEqual(['prepared', 'news'])
  } finally {
    await stack.stop()
  }
})
