import type { handler as Handler } from '@pauta/functions/workers/release/handler'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ago } from './kit/rows/factories.ts'
import { createClipping, newPerson } from './kit/rows/people.ts'
import { listReleases, makeDue } from './kit/rows/releases.ts'
import { passInterval } from './kit/rows/scrape-rows.ts'
import { tables } from './kit/rows/tables.ts'
import { NewsSite, siteDate } from './kit/services/news-site.ts'
import { shareTestStack, type SharedStack } from './kit/stack/shared-stack.ts'
import { deliver } from './kit/workers/delivery.ts'
import { openPipeline, type Pipeline } from './kit/workers/ingest.ts'
import { startRun } from './kit/workers/runs.ts'

const AGENCY = 'turismo'
const SLUG = 'praias'
const TITLE = 'Praias do Nordeste'
const WORDS = 'números alterados: “1.200” → “1.500”'

const site = new NewsSite()
let stack: SharedStack
let pipeline: Pipeline
beforeAll(async () => {
  await site.start()
  stack = await shareTestStack({ idleWorkers: ['release', 'deliver-email'] })
  stack.gates.sites.leadTo(site.port)
  pipeline = openPipeline(stack)
})
afterAll(async () => {
  pipeline.cloud.close()
  await stack.stop()
  await site.stop()
})

// The site adds its line about pictures to the end of an article.
const textOf = (visitors: string) =>
  `O ministério apresentou o balanço do feriado nas praias da região. Visitantes: ${visitors}.`

/** Makes the next scheduled run of the agency. Returns its result. */
async function scrape() {
  const run = await startRun(stack, 'scrape', { agency: AGENCY }, { target: AGENCY, manual: false })
  const { result } = await run.until('succeeded')
  await pipeline.settled()
  return result
}

/** Makes the release of a clipping whose window ends some minutes ago. */
async function release(clippingId: string, minutes: number): Promise<string> {
  const { handler } = (await import('@pauta/functions/workers/release/handler')) as {
    handler: typeof Handler
  }
  const due = new Date(Math.floor(Date.parse(ago({ minutes })) / 1000) * 1000)
  expect(await deliver(handler, [{ body: await makeDue(stack, clippingId, due) }])).toEqual([])
  return (await listReleases(stack, clippingId)).at(-1)?.digestText ?? ''
}

/** Reads the stream from its beginning until it has a text. */
async function readStream(text: string): Promise<string> {
  const ending = new AbortController()
  const response = await stack.fetch(`/stream/articles?since=0&agencies=${AGENCY}`, { signal: ending.signal })
  let heard = ''
  for await (const chunk of response.body ?? []) {
    heard += Buffer.from(chunk as Uint8Array).toString()
    if (heard.includes(text)) break
  }
  ending.abort()
  return heard
}

it('a figure that a site edits silently shows one scrape interval later wherever changes show, with the words', async () => {
  const author = await newPerson(stack)
  const recortes = [{ title: 'Turismo', themes: [], agencies: [AGENCY], keywords: [] }]
  const clippingId = await createClipping(author, { schedule: '0 * * * *', recortes })
  await tables.recortes.set(stack.db, { clippingId }, { events: ['EDITED'] })
  const date = siteDate(new Date(Date.now() - 3_600_000))
  site.publish(AGENCY, { slug: SLUG, title: TITLE, date, text: textOf('1.200') })
  await scrape()
  await release(clippingId, 30)

  site.articles.set(AGENCY, [{ slug: SLUG, title: TITLE, date, text: textOf('1.500') }])
  await passInterval(stack.db, AGENCY)
  await scrape()

  const { articleChanges } = await stack.query(
    `{ articleChanges(filter: { agencies: ["${AGENCY}"] }, grades: [FIGURES]) { events { kind grade reason uniqueId version } } }`,
  )
  expect(articleChanges.events).toMatchObject([
    { kind: 'EDITED', grade: 'FIGURES', reason: WORDS, version: 2 },
  ])
  for (const ending of ['rss', 'atom', 'json']) {
    const path = `/feeds/changes.${ending}?agencies=${AGENCY}&grades=figures`
    expect(await (await stack.fetch(path)).text()).toContain(WORDS)
  }
  const heard = await readStream('event: edited')
  expect(heard).toContain('"grade":"figures"')
  expect(heard).toContain(WORDS)
  // The window of a release ends before it is made.
  await tables.articleEvents.set(stack.db, { kind: 'edited' }, { at: new Date(ago({ minutes: 20 })) })
  const digest = await release(clippingId, 10)
  expect(digest).toMatch(/: números alterados\n.*Visitantes: 1\.200[^]*Visitantes: 1\.500/)
})

it('asks for the articles of the last hours by conditional requests, and sends nothing that did not change', async () => {
  const sent = site.requests.length
  await passInterval(stack.db, AGENCY)
  await scrape()
  const asked = site.requests.slice(sent).filter(({ path }) => path.endsWith(`/${SLUG}`))
  expect(asked.map(({ headers }) => typeof headers['if-none-match'])).toEqual(['string'])
  expect(await tables.articleEvents.count(stack.db, { agencyKey: AGENCY })).toBe(2)
  // An older article waits for the second look, which is three times a day.
  const long = new Date(Date.now() - 3 * 3_600_000)
  await tables.articles.set(stack.db, { agencyKey: AGENCY }, { publishedAt: long, createdAt: long })
  await passInterval(stack.db, AGENCY)
  await scrape()
  expect(site.requests.slice(sent).filter(({ path }) => path.endsWith(`/${SLUG}`))).toHaveLength(1)
})
