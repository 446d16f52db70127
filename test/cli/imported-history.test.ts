import { withIds } from '@pauta/core/search-index/filter'
import { listDocuments } from '@pauta/core/search-index/search'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { writeJsonLines } from '../kit/rows/dataset-files.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { createClipping, newPerson } from '../kit/rows/people.ts'
import { eventually } from '../kit/runner/eventually.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import { uniqueName, type TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
let folder: string
beforeAll(async () => {
  stack = await shareTestStack()
  folder = await mkdtemp(join(tmpdir(), 'pauta-history-'))
})
afterAll(async () => {
  await stack.stop()
  await rm(folder, { recursive: true, force: true })
})

const call = makeCommandCaller(() => stack.stack.environment)

/** Returns when articles arrived, in seconds, as the index stores it. */
async function arrivalsOf(...ids: (string | undefined)[]): Promise<(number | undefined)[]> {
  const wanted = ids.map(String)
  const { documents } = await listDocuments(stack.index, {
    filter: withIds(wanted),
    page: 1,
    limit: wanted.length,
    fields: ['available_at'],
  })
  const byId = new Map(documents.map(({ unique_id: id, available_at: at }) => [id, at]))
  return wanted.map((id) => byId.get(id))
}
const seconds = (instant: string) => Math.floor(Date.parse(instant) / 1000)

/** Imports rows and syncs the index, as the commands do. Returns the ids by the names of the rows. */
async function importRows(agency: string, rows: Record<string, Record<string, string>>) {
  const ids = new Map(Object.keys(rows).map((name) => [name, `${uniqueName(name)}_abc123`]))
  const file = join(folder, `${agency}.jsonl`)
  await writeJsonLines(
    file,
    Object.entries(rows).map(([name, row]) => ({
      unique_id: ids.get(name) ?? '',
      agency,
      title: `Notícia ${name}`,
      url: `https://www.gov.br/${agency}/${name}`,
      content: 'Texto.',
      ...row,
    })),
  )
  expect(await call('import-news', [file])).toMatchObject({ code: 0 })
  expect(await call('sync-typesense', ['--full-sync'])).toMatchObject({ code: 0 })
  return ids
}

/** Sends a new clipping of an agency by hand and returns its release. */
async function sendFirst(agency: string) {
  const author = await newPerson(stack)
  const id = await createClipping(author, {
    recortes: [{ title: 'Tudo', themes: [], agencies: [agency], keywords: [] }],
  })
  expect(await author.query('mutation ($id: String!) { sendClipping(id: $id) }', { id })).toEqual({
    sendClipping: true,
  })
  return await eventually(async () => {
    const { clipping } = await author.query(
      'query ($id: String!) { clipping(id: $id) { releases { articlesCount digestHtml } } }',
      { id },
    )
    const [release] = clipping.releases as { articlesCount: number; digestHtml: string }[]
    if (!release) throw new Error('there is no release yet')
    return release
  })
}

it('imported articles arrived when they were extracted, else published, and are not news of the import', async () => {
  const agency = uniqueName('orgao')
  const extracted = ago({ hours: 5 })
  const published = ago({ days: 3 })
  const ids = await importRows(agency, {
    hoje: { published_at: ago({ hours: 6 }), extracted_at: extracted },
    antiga: { published_at: published },
    muito: { published_at: '2020-05-01T12:00:00Z' },
  })
  expect(await arrivalsOf(ids.get('hoje'), ids.get('antiga'), ids.get('muito'))).toEqual([
    seconds(extracted),
    seconds(published),
    seconds('2020-05-01T12:00:00Z'),
  ])
  const release = await sendFirst(agency)
  expect(release.articlesCount).toBe(1)
  expect(release.digestHtml).toContain('Notícia hoje')
  expect(release.digestHtml).toMatch(/Uma notícia chegou (de|em) \d+º? de /)
})

it('an article that arrives late is news, although it was published before, also when it is imported afterwards', async () => {
  const agency = uniqueName('orgao')
  const late = anArticle({ agencyKey: agency, publishedAt: ago({ days: 3 }) })
  const id = String(late.uniqueId)
  const before = Math.floor(Date.now() / 1000)
  await stack.publish([late])
  expect((await arrivalsOf(id))[0]).toBeGreaterThanOrEqual(before)
  await importRows(agency, { [id]: { unique_id: id, published_at: ago({ days: 3 }) } })
  expect((await arrivalsOf(id))[0]).toBeGreaterThanOrEqual(before)
})
