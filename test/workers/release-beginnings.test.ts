import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { handler as Handler } from '@pauta/functions/workers/release/handler'
import { deliver } from '../kit/workers/delivery.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { newPerson, type Person } from '../kit/rows/people.ts'
import {
  arriveAt,
  listReleases,
  makeDue,
  manualSendMessage,
  openBeat,
  pastHour,
} from '../kit/rows/releases.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { timeAhead, tables } from '../kit/rows/tables.ts'

let stack: TestStack
let handler: typeof Handler
let author: Person

beforeAll(async () => {
  stack = await shareTestStack({
    idleWorkers: [
      'release',
      'deliver-email',
      'deliver-telegram',
      'deliver-push',
      'deliver-webhook',
      'deliver-slack',
    ],
  })
  ;({ handler } = await import('@pauta/functions/workers/release/handler'))
  author = await newPerson(stack)
})
afterAll(() => stack.stop())

const run = async (...bodies: string[]) =>
  await deliver(
    handler,
    bodies.map((body) => ({ body })),
  )
const minutesAgo = (minutes: number) => new Date(Date.parse(ago({ minutes })))
const aBeat = (changes: Record<string, unknown> = {}) => openBeat(stack, author, changes)

describe('a first release', () => {
  it('begins with the last seven days when the first window is empty, on schedule and by hand', async () => {
    const byClock = await aBeat()
    const byHand = await aBeat()
    for (const { clippingId, news } of [byClock, byHand]) {
      const recent = await news(minutesAgo(6 * 24 * 60))
      await news(minutesAgo(8 * 24 * 60))
      await run(
        clippingId === byHand.clippingId
          ? manualSendMessage(clippingId, new Date())
          : await makeDue(stack, clippingId, pastHour()),
      )
      const [release] = await listReleases(stack, clippingId)
      expect(release).toMatchObject({ articleIds: [recent], sinceHours: 168 })
      expect(release?.digestText).toMatch(/Uma notícia foi publicada de \d+º? de \S+, [àa]s? .+, a \d+º? de /)
      // The next window starts where the first ended, and repeats no article.
      await run(await makeDue(stack, clippingId, new Date(Date.now() - 150_000)))
      expect(await listReleases(stack, clippingId)).toHaveLength(1)
    }
  })

  it('has older articles only where history is wanted, and none that came after its window', async () => {
    const made = []
    for (const includeHistory of [false, true]) {
      const { clippingId, news } = await aBeat({ includeHistory })
      const old = await news(minutesAgo(100_000))
      await news(minutesAgo(0), { publishedAt: minutesAgo(90_000).toISOString() })
      await run(await makeDue(stack, clippingId, pastHour()))
      const releases = await listReleases(stack, clippingId)
      made.push(releases.map(({ articleIds }) => articleIds.map((id) => id === old)))
    }
    expect(made).toEqual([[], [[true]]])
  })

  it('is not made of recortes without filters alone, and their articles are those of the other recortes', async () => {
    const empty = { title: 'Depois', themes: [], agencies: [], keywords: [] }
    const draft = await aBeat({ recortes: [empty] })
    const other = await aBeat()
    await tables.recortes.add(stack.db, [
      { id: `vazio-${other.clippingId}`, clippingId: other.clippingId, position: 1, title: 'Depois' },
    ])
    const shown = await other.news(minutesAgo(60))
    for (const { clippingId } of [draft, other]) await run(manualSendMessage(clippingId, new Date()))
    expect(await listReleases(stack, draft.clippingId)).toEqual([])
    expect(await listReleases(stack, other.clippingId)).toMatchObject([{ articleIds: [shown] }])
  })

  it('counts as further articles of a recorte none that are too old for the newest 20', async () => {
    const { agency, clippingId, news } = await aBeat({
      includeHistory: true,
      recortes: [
        { title: 'Um', themes: ['01'], agencies: [], keywords: [] },
        { title: 'Dois', themes: ['02'], agencies: [], keywords: [] },
      ],
    })
    await tables.recortes.set(stack.db, { clippingId }, { agencies: [agency] })
    const history: string[] = []
    for (let i = 0; i < 24; i++) {
      const themeL1Code = i % 2 === 0 ? '01' : '02'
      history.push(await news(minutesAgo((10 * 24 + i) * 60), { themeL1Code, themeL1Label: 'Tema' }))
    }
    await run(manualSendMessage(clippingId, new Date()))
    const [release] = await listReleases(stack, clippingId)
    expect(release?.articleIds).toEqual(history.slice(0, 20))
    expect(release?.digestText.match(/^\* /gm)).toHaveLength(20)
    expect(release?.digestText).not.toContain('E mais')
  })

  it('stores every article of the window, and shows the newest 300 of them in the digest', async () => {
    const { agency, clippingId } = await aBeat({
      recortes: [
        { title: 'Um', themes: ['01'], agencies: [], keywords: [] },
        { title: 'Dois', themes: ['02'], agencies: [], keywords: [] },
      ],
    })
    await tables.recortes.set(stack.db, { clippingId }, { agencies: [agency] })
    const until = pastHour().getTime() - 600_000
    const articles = Array.from({ length: 560 }, (_, i) =>
      anArticle({
        uniqueId: `${agency}_${String(i).padStart(4, '0')}`,
        agencyKey: agency,
        themeL1Code: i < 520 ? '01' : '02',
        themeL1Label: 'Tema',
        publishedAt: new Date(until - i * 60_000).toISOString(),
      }),
    )
    const uniqueIds = articles.map(({ uniqueId }) => String(uniqueId))
    await stack.write(articles)
    await tables.articleAvailability.add(
      stack.db,
      uniqueIds.map((uniqueId) => ({ uniqueId, availableAt: new Date(until), written: true })),
    )
    // Indexes them as available since then.
    await stack.publish([])
    await run(await makeDue(stack, clippingId, pastHour()))
    const [release] = await listReleases(stack, clippingId)
    expect(release?.articleIds).toEqual(uniqueIds)
    expect(release?.articlesCount).toBe(560)
    expect(release?.digestSubject).toContain('560 notícias')
    expect(release?.digestText).toContain('E mais 420 notícias deste recorte na página do envio.')
    expect(release?.digestText.match(/^\* /gm)).toHaveLength(140)
    const { releaseArticles } = await author.query(
      `{ releaseArticles(id: "${release?.id ?? ''}") { uniqueId } }`,
    )
    expect(releaseArticles.map((article: { uniqueId: string }) => article.uniqueId)).toEqual(uniqueIds)
    // The same holds for a release that was imported without its articles.
    await tables.releases.set(stack.db, { id: release?.id ?? '' }, { articleIds: null })
    const imported = await author.query(`{ releaseArticles(id: "${release?.id ?? ''}") { uniqueId } }`)
    expect(imported.releaseArticles).toHaveLength(560)
  })
})

describe('a manual release', () => {
  it('is made once for each manual request, with the articles since the last one, and keeps the schedule', async () => {
    const { clippingId, news, state } = await aBeat()
    const first = await news(minutesAgo(60))
    const before = await state()
    const asked = new Date()
    expect(await run(manualSendMessage(clippingId, asked))).toEqual([])
    expect((await state())?.nextRunAt).toEqual(before?.nextRunAt)
    const until = (await state())?.deliveredUntil
    // As if half an hour had passed since then.
    await tables.clippings.set(stack.db, { id: clippingId }, { deliveredUntil: minutesAgo(30) })
    await tables.releases.set(stack.db, { clippingId }, { refTime: minutesAgo(30) })
    const second = await news(minutesAgo(20))
    expect(await run(manualSendMessage(clippingId, asked))).toEqual([])
    expect(await listReleases(stack, clippingId)).toHaveLength(1)
    expect(await run(manualSendMessage(clippingId, new Date(asked.getTime() + 600_000)))).toEqual([])
    const releases = await listReleases(stack, clippingId)
    expect(releases.map(({ articleIds }) => articleIds)).toEqual([[first], [second]])
    expect(until).toEqual(releases[0]?.windowTo)
  })

  it('counts as further articles of a recorte none that an earlier release had', async () => {
    const { clippingId, news } = await aBeat()
    const earlier = [await news(minutesAgo(60)), await news(minutesAgo(61))]
    const asked = new Date()
    await run(manualSendMessage(clippingId, asked))
    // As if half an hour had passed since then: two windows that end in the same second make one release.
    await tables.clippings.set(stack.db, { id: clippingId }, { deliveredUntil: minutesAgo(30) })
    await tables.releases.set(stack.db, { clippingId }, { refTime: minutesAgo(30) })
    for (const uniqueId of earlier) await arriveAt(stack, uniqueId, minutesAgo(20))
    const later = await news(minutesAgo(20))
    await run(manualSendMessage(clippingId, new Date(asked.getTime() + 600_000)))
    const releases = await listReleases(stack, clippingId)
    expect(releases.map(({ articleIds }) => articleIds)).toEqual([earlier, [later]])
    expect(releases[1]?.digestText.match(/^\* /gm)).toHaveLength(1)
    expect(releases[1]?.digestText).not.toContain('E mais')
  })

  it('closes the request that it answers, and no later one', async () => {
    const { clippingId } = await aBeat()
    const open = async () => {
      const [row] =
        await stack.db`select 1 from clippings where id = ${clippingId} and send_due_at is not null`
      return row !== undefined
    }
    await author.query(`mutation { sendClipping(id: "${clippingId}") }`)
    expect(await open()).toBe(true)
    await run(await makeDue(stack, clippingId, pastHour()))
    expect(await open()).toBe(true)
    const [row] = await stack.db<{ sentAt: Date }[]>`select sent_at from clippings where id = ${clippingId}`
    const asked = row?.sentAt ?? new Date(0)
    await run(manualSendMessage(clippingId, new Date(asked.getTime() - 1000)))
    expect(await open()).toBe(true)
    await run(manualSendMessage(clippingId, asked))
    expect(await open()).toBe(false)
  })

  it('moves a run beyond the schedule back to the schedule', async () => {
    const { clippingId, state } = await aBeat()
    await tables.clippings.set(stack.db, { id: clippingId }, { nextRunAt: timeAhead(400, 'day') })
    await run(manualSendMessage(clippingId, new Date()))
    expect((await state())?.nextRunAt?.getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000)
  })

  it('leaves a run that is due already to its own message', async () => {
    const { clippingId, state } = await aBeat()
    const due = pastHour()
    await tables.clippings.set(stack.db, { id: clippingId }, { nextRunAt: due })
    await run(manualSendMessage(clippingId, new Date()))
    expect((await state())?.nextRunAt).toEqual(due)
  })

  it('is made for a clipping that is switched off, too', async () => {
    const { clippingId, news, state } = await aBeat()
    await news(minutesAgo(60))
    await author.query(`mutation { setClippingActive(id: "${clippingId}", active: false) { id } }`)
    await run(manualSendMessage(clippingId, new Date()))
    expect(await listReleases(stack, clippingId)).toHaveLength(1)
    expect((await state())?.nextRunAt).toBeNull()
  })
})
