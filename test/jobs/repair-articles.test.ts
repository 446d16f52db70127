import { afterAll, beforeAll, expect, it } from 'vitest'
import { repairAll } from '@pauta/functions/jobs/repair-articles/handler'
import { repairArticles } from '@pauta/functions/jobs/repair-articles/job'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { anArticle, received } from '../kit/rows/factories.ts'
import { tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { quickJob } from '../kit/workers/quick-job.ts'
import { startRun } from '../kit/workers/runs.ts'

let stack: TestStack
/** Each invocation is stopped after its first step. */
let isImpatient = true
beforeAll(async () => {
  const job = quickJob(
    repairArticles,
    (context) => repairAll(isImpatient ? { ...context, signal: AbortSignal.abort() } : context),
    {},
  )
  stack = await shareTestStack({ jobs: [job] })
})
afterAll(() => stack.stop())

const run = async () => await (await startRun(stack, 'repair-articles')).until('succeeded')

it('repairs old rows once, takes down the others and lists them with the remedy', async () => {
  const ids = ['bom', 'escrita', 'foto', 'filme', 'script', 'removida', 'futuro', 'passado', 'velho']
  await stack.write(ids.map((id) => anArticle({ uniqueId: `${id}_1`, agencyKey: 'mec' })))
  const set = (id: string, columns: Parameters<typeof tables.articles.set>[2]) =>
    tables.articles.set(stack.db, { uniqueId: `${id}_1` }, columns)
  await set('escrita', { url: 'https://www.gov.br/a/../mec/educação' })
  await set('foto', { imageUrl: 'https://a@b.br/x.png' })
  await set('filme', { videoUrl: 'HTTPS://b.br/v' })
  await set('script', { url: 'javascript:alert(1)' })
  // Its page was gone, which may come back; a fault stays.
  await set('removida', { url: 'javascript:alert(2)', deletedAt: new Date(), removedAt: new Date() })
  await set('futuro', { publishedAt: new Date('2099-01-01T00:00:00Z') })
  await set('passado', { publishedAt: new Date('1989-12-31T23:59:59.999Z') })
  await set('velho', { deletedAt: new Date(), url: 'https://www.gov.br/mec/velho', title: 'Velho' })
  await tables.articles.add(stack.db, {
    uniqueId: 'old`tick',
    agencyKey: 'mec',
    title: 'Velha',
    url: 'https://www.gov.br/mec/velha',
    publishedAt: new Date('2026-06-01T12:00:00Z'),
  })
  // As many as a step has, so that there are faults in two steps.
  await tables.articles.add(
    stack.db,
    Array.from({ length: 500 }, (_, n) => ({
      uniqueId: `m_${n}`,
      agencyKey: 'mec',
      title: 'Boa',
      url: `https://www.gov.br/mec/${n}`,
      publishedAt: new Date('2026-06-01'),
    })),
  )

  const { result, attempts } = await run()
  expect(attempts).toBe(2)
  expect(result).toEqual({
    listed: expect.any(Array) as unknown,
    checked: ids.length + 1 + 500,
    addresses: 1,
    pictures: 2,
    keys: 2,
    takenDown: { id: 1, address: 2, date: 2 },
    faults: 5,
  })
  const listed = (result as { listed: { uniqueId: string; fault: string; remedy: string }[] }).listed
  expect(Object.fromEntries(listed.map(({ uniqueId, fault }) => [uniqueId, fault]))).toEqual({
    futuro_1: 'date',
    'old`tick': 'id',
    passado_1: 'date',
    removida_1: 'address',
    script_1: 'address',
  })
  for (const { remedy } of listed) expect(remedy).toContain('npm run')
  const rows = await stack.db<
    { uniqueId: string; url: string; imageUrl: string | null; videoUrl: string | null }[]
  >`
    select unique_id, url, image_url, video_url from articles where unique_id in ('escrita_1', 'filme_1', 'foto_1') order by 1`
  expect(rows[0]?.url).toBe('https://www.gov.br/mec/educa%C3%A7%C3%A3o')
  expect(rows[1]).toMatchObject({ videoUrl: 'https://b.br/v' })
  expect(rows[2]).toMatchObject({ imageUrl: null })
  const events = await stack.db<{ uniqueId: string; kind: string }[]>`
    select unique_id, kind from article_events where seen_by = 'operator' and kind <> 'taken_down'`
  expect(events.map(({ uniqueId, kind }) => [uniqueId, kind])).toEqual([['foto_1', 'edited']])
  isImpatient = false
  const again = await run()
  expect(again.attempts).toBe(1)
  expect(again.result).toMatchObject({
    checked: ids.length + 1 + 500,
    addresses: 0,
    pictures: 0,
    keys: 0,
    takenDown: { id: 0, address: 0, date: 0 },
    faults: 5,
  })

  // The repaired keys hold for spellings that the earlier keys did not know.
  const { outcomes } = await upsertArticles(stack.db, [
    received(anArticle({ agencyKey: 'mec', url: 'https://www.gov.br./mec//x/../velho', title: 'Outro' })),
  ])
  expect(outcomes.map(({ kind }) => kind)).toEqual(['kept-down'])
})
