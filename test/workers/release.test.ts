import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planDeliveries } from '@pauta/delivery/plan-ledger'
import type { handler as Handler } from '@pauta/functions/workers/release/handler'
import { deliver } from '../kit/workers/delivery.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { newPerson, publish, subscribe, type Person } from '../kit/rows/people.ts'
import {
  arriveAt,
  listLedger,
  listReleases,
  makeDue,
  openBeat,
  manualSendMessage,
  nextHours,
  pastHour,
} from '../kit/rows/releases.ts'
import { listMessages } from '../kit/workers/runs.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'

const DELIVERERS = ['deliver-email', 'deliver-telegram', 'deliver-push', 'deliver-webhook', 'deliver-slack']

let stack: TestStack
let handler: typeof Handler
let author: Person

beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['release', ...DELIVERERS] })
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

describe('a due run', () => {
  it('becomes a release of newly searchable articles, as GraphQL and the ledger show it', async () => {
    const { clippingId, news, state } = await aBeat({ deliveryChannels: { email: true } })
    const older = await news(minutesAgo(300), { title: 'Vacinação começa', summary: 'Nos postos.' })
    const newer = await news(minutesAgo(200), { title: 'Escolas reabrem' })
    const due = pastHour()
    const body = await makeDue(stack, clippingId, due)
    const began = Date.now()
    expect(await run(body)).toEqual([])
    const [release] = await listReleases(stack, clippingId)
    expect(release).toMatchObject({ articleIds: [newer, older], articlesCount: 2, sinceHours: 24 })
    expect(release?.windowTo).toEqual(due)
    expect((release?.windowTo.getTime() ?? 0) - (release?.windowFrom.getTime() ?? 0)).toBe(24 * 3_600_000)
    expect(release?.refTime).toEqual(release?.windowTo)
    expect(release?.madeAt.getTime()).toBeGreaterThanOrEqual(began)
    expect(release?.digestPreview.length).toBeLessThanOrEqual(150)
    expect(release?.digestText).toContain('Vacinação começa')
    expect(release?.digestSubject).toContain('Saúde pela manhã')
    const { clipping } = await author.query(
      `{ clipping(id: "${clippingId}") { nextRunAt releases { id digestHtml digestPreview articlesCount } } }`,
    )
    expect(clipping.releases).toMatchObject([
      { id: release?.id, articlesCount: 2, digestHtml: release?.digestHtml },
    ])
    expect(clipping.releases[0].digestHtml).toContain('Escolas reabrem')
    const { releaseArticles } = await author.query(`{ releaseArticles(id: "${release?.id}") { uniqueId } }`)
    expect(releaseArticles).toEqual([{ uniqueId: newer }, { uniqueId: older }])
    const after = await state()
    expect(after?.deliveredUntil).toEqual(release?.windowTo)
    expect(nextHours(began)).toContain(after?.nextRunAt?.getTime())
    const ledger = await listLedger(stack, clippingId)
    expect(ledger).toMatchObject([
      { channel: 'email', address: author.email, status: 'pending', error: null },
    ])
    expect(ledger[0]?.id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
    expect(await listMessages(stack, 'deliver-email')).toContain(
      JSON.stringify({ deliveryIds: [ledger[0]?.id] }),
    )
  })

  it('keeps under which recorte messages show each article', async () => {
    const recorte = (title: string, word: string) => ({ title, themes: [], agencies: [], keywords: [word] })
    const { clippingId, news } = await aBeat({
      recortes: [recorte('Dos dois', 'zircônia'), recorte('Nada', 'zeugma'), recorte('Do outro', 'zarcão')],
    })
    const both = await news(minutesAgo(300), { title: 'Zircônia com zarcão' })
    const other = await news(minutesAgo(200), { title: 'Zarcão' })
    expect(await run(await makeDue(stack, clippingId, pastHour()))).toEqual([])
    expect(await listReleases(stack, clippingId)).toMatchObject([
      {
        sections: [
          { title: 'Dos dois', articleIds: [both] },
          { title: 'Do outro', articleIds: [other] },
        ],
      },
    ])
  })

  it('happens once, for any number and order of its messages', async () => {
    const { clippingId, news, state } = await aBeat()
    await news(minutesAgo(200))
    const first = await makeDue(stack, clippingId, new Date(pastHour().getTime() - 3_600_000))
    expect(await run(first, first)).toEqual([])
    await news(minutesAgo(180))
    expect(await run(first)).toEqual([])
    expect(await listReleases(stack, clippingId)).toHaveLength(1)
    const before = await state()
    const second = await makeDue(stack, clippingId, pastHour())
    expect(await run(first, second, first)).toEqual([])
    expect((await state())?.deliveredUntil?.getTime()).toBeGreaterThan(before?.deliveredUntil?.getTime() ?? 0)
  })

  it('happens once when its messages and a manual request come at the same time', async () => {
    const { clippingId, news } = await aBeat({ deliveryChannels: { email: true } })
    const told = [await news(minutesAgo(200)), await news(minutesAgo(190))].reverse()
    const body = await makeDue(stack, clippingId, pastHour())
    const manual = manualSendMessage(clippingId, new Date())
    const answers = await Promise.all([body, manual, body, manual, body, manual].map((one) => run(one)))
    expect(answers.flat()).toEqual([])
    expect((await listReleases(stack, clippingId)).map(({ articleIds }) => articleIds)).toEqual([told])
    expect(await listLedger(stack, clippingId)).toHaveLength(1)
  })

  it('includes a late article in the next release, and no article twice', async () => {
    const { clippingId, news } = await aBeat()
    const first = await news(minutesAgo(300))
    const due = new Date(pastHour().getTime() - 3_600_000)
    await run(await makeDue(stack, clippingId, due))
    const late = await news(new Date(due.getTime() + 60_000), { publishedAt: minutesAgo(400).toISOString() })
    await news(new Date(due.getTime() + 60_000), { publishedAt: ago({ days: 9 }) })
    await run(await makeDue(stack, clippingId, new Date(due.getTime() + 1_800_000)))
    const releases = await listReleases(stack, clippingId)
    expect(releases.map(({ articleIds }) => articleIds)).toEqual([[first], [late]])
    expect(releases[1]?.windowFrom).toEqual(releases[0]?.windowTo)
    expect(releases[1]?.sinceHours).toBe(1)
  })

  it('advances without a release when there are no articles or no recortes', async () => {
    const quiet = await aBeat()
    const empty = await aBeat({ recortes: [] })
    for (const { clippingId, state } of [quiet, empty]) {
      expect(await run(await makeDue(stack, clippingId, pastHour()))).toEqual([])
      expect(await listReleases(stack, clippingId)).toEqual([])
      const after = await state()
      expect(after?.deliveredUntil).not.toBeNull()
      expect(after?.nextRunAt?.getTime()).toBeGreaterThan(Date.now())
    }
  })

  it('is not repeated for the time in which nothing ran', async () => {
    const { clippingId, state } = await aBeat()
    const longAgo = new Date(pastHour().getTime() - 3 * 24 * 3_600_000)
    const began = Date.now()
    await run(await makeDue(stack, clippingId, longAgo))
    expect(nextHours(began)).toContain((await state())?.nextRunAt?.getTime())
  })

  it('uses the newest earlier articles when the first window is empty and history is wanted', async () => {
    const wanted = await aBeat({ includeHistory: true })
    const ids = []
    for (let n = 0; n < 3; n++) ids.unshift(await wanted.news(minutesAgo(100_000 - n)))
    await run(await makeDue(stack, wanted.clippingId, pastHour()))
    const [release] = await listReleases(stack, wanted.clippingId)
    expect(release?.articleIds).toEqual(ids)
    await run(await makeDue(stack, wanted.clippingId, pastHour()))
    expect(await listReleases(stack, wanted.clippingId)).toHaveLength(1)
  })

  it('ends with the last day, which is included completely', async () => {
    const day = (date: Date) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(date)
    const { clippingId, state } = await aBeat()
    await tables.clippings.set(stack.db, { id: clippingId }, { endDate: day(minutesAgo(24 * 60)) })
    await run(await makeDue(stack, clippingId, minutesAgo(24 * 60)))
    expect(await state()).toMatchObject({ nextRunAt: null })
    await tables.clippings.set(
      stack.db,
      { id: clippingId },
      { endDate: day(new Date(Date.now() + 3_600_000)) },
    )
    const began = Date.now()
    await run(await makeDue(stack, clippingId, minutesAgo(10)))
    expect(nextHours(began)).toContain((await state())?.nextRunAt?.getTime())
  })

  it('waits for its time when a message comes early', async () => {
    const { clippingId, state } = await aBeat()
    // An hour ahead at least: in the last minute before its time a message is not early.
    const body = await makeDue(stack, clippingId, new Date(pastHour().getTime() + 2 * 3_600_000))
    const before = await state()
    expect(await run(body)).toEqual([])
    expect(await state()).toEqual(before)
  })

  it('is dropped with its clipping', async () => {
    const { clippingId } = await aBeat()
    const body = await makeDue(stack, clippingId, pastHour())
    await author.query(`mutation { deleteClipping(id: "${clippingId}") }`)
    expect(await run(body, manualSendMessage(clippingId, new Date()))).toEqual([])
  })

  it('returns only unreadable messages to the queue', async () => {
    const { clippingId } = await aBeat()
    expect(await run('no JSON', await makeDue(stack, clippingId, pastHour()), '{"kind":"other"}')).toEqual([
      0, 2,
    ])
  })
})

describe('a window', () => {
  it('does not pass an article that is about to be indexed, and the next release includes it', async () => {
    const { clippingId, news } = await aBeat()
    const onItsWay = await news(minutesAgo(20))
    const open = (written: boolean) =>
      tables.articleAvailability.set(stack.db, { uniqueId: onItsWay }, { written })
    const after = await news(minutesAgo(10))
    await open(false)
    await run(await makeDue(stack, clippingId, minutesAgo(5)))
    expect(await listReleases(stack, clippingId)).toEqual([])
    await open(true)
    await run(await makeDue(stack, clippingId, minutesAgo(4)))
    expect((await listReleases(stack, clippingId)).map(({ articleIds }) => articleIds)).toEqual([
      [after, onItsWay],
    ])
  })

  it('waits at most 30 minutes, and a later release includes such an article', async () => {
    const { agency, clippingId, news } = await aBeat()
    const refused = anArticle({ agencyKey: agency, publishedAt: minutesAgo(60).toISOString() })
    const id = String(refused.uniqueId)
    await stack.write([refused])
    await tables.articleAvailability.add(stack.db, { uniqueId: id, availableAt: minutesAgo(45) })
    const other = await news(minutesAgo(20))
    await run(await makeDue(stack, clippingId, minutesAgo(5)))
    expect((await listReleases(stack, clippingId)).map(({ articleIds }) => articleIds)).toEqual([[other]])
    // An article that delays no window is recorded again when it finally arrives.
    await stack.publish([])
    const [note] = await stack.db<{ availableAt: Date; written: boolean }[]>`
      select available_at, written from article_availability where unique_id = ${id}`
    expect(note?.written).toBe(true)
    expect(note?.availableAt.getTime()).toBeGreaterThan(minutesAgo(2).getTime())
    await arriveAt(stack, id, minutesAgo(4))
    await run(await makeDue(stack, clippingId, minutesAgo(3)))
    expect((await listReleases(stack, clippingId)).map(({ articleIds }) => articleIds)).toEqual([
      [other],
      [id],
    ])
  })
})

describe('the ledger of a release', () => {
  it('has a row for every address of every subscriber, with the reason for skipped ones', async () => {
    const { clippingId, news } = await aBeat({
      deliveryChannels: { email: true, telegram: true, push: true },
      // A second spelling of the subscriber's own address gets no second row.
      extraEmails: [
        author.email,
        'sim@exemplo.org',
        'ainda@exemplo.org',
        'nunca@exemplo.org',
        'volta@exemplo.org',
      ],
    })
    await publish(author, clippingId)
    const [reader, unverified, gone] = [
      await newPerson(stack),
      await newPerson(stack, { email_verified: false }),
      await newPerson(stack),
    ]
    for (const person of [reader, unverified, gone]) await subscribe(person, clippingId)
    await gone.query(`mutation { unsubscribeFromClipping(clippingId: "${clippingId}") }`)
    const readerId = await reader.id()
    const [own] = await stack.db<{ id: string }[]>`select id from subscriptions where user_id = ${readerId}`
    await tables.subscriptionChannels.add(
      stack.db,
      [
        { channel: 'telegram' },
        { channel: 'push' },
        { channel: 'webhook', address: 'https://x.example/h', secret: 'whsec_x' },
      ].map((row) => ({ subscriptionId: own?.id ?? '', address: null, secret: null, ...row })),
    )
    await tables.addressConsents.set(
      stack.db,
      { address: ['sim@exemplo.org', 'volta@exemplo.org'] },
      { status: 'confirmed' },
    )
    await tables.addressConsents.set(stack.db, { address: 'nunca@exemplo.org' }, { status: 'refused' })
    // Only addresses of e-mails are suppressed: the second one is the number of a chat.
    await tables.suppressedAddresses.add(
      stack.db,
      ['volta@exemplo.org', '4711'].map((address) => ({ address, reason: 'bounce' })),
    )
    await tables.telegramLinks.add(stack.db, { userId: readerId, chatId: '4711' })
    await tables.pushSubscriptions.add(stack.db, [
      { endpoint: 'https://push.example/1', userId: readerId, keysP256dh: 'k', keysAuth: 'a' },
      { endpoint: 'https://push.example/2', userId: readerId, keysP256dh: 'k', keysAuth: 'a' },
    ])
    const [subscription] = await stack.db<{ id: string }[]>`
      select id from subscriptions where user_id = ${readerId}`
    await tables.channelFailures.add(stack.db, {
      subscriptionId: subscription?.id ?? '',
      channel: 'webhook',
      disabledAt: new Date(),
      reason: 'it answered 410',
    })
    await news(minutesAgo(120))
    await run(await makeDue(stack, clippingId, pastHour()))
    const rows = await listLedger(stack, clippingId)
    const says = rows.map(({ channel, address, status, error }) =>
      [channel, address, status, error].join(' | '),
    )
    const expected = [
      ['email', author.email, 'pending', null],
      ['email', reader.email, 'pending', null],
      ['email', 'sim@exemplo.org', 'pending', null],
      ['email', 'ainda@exemplo.org', 'skipped', 'the address is not confirmed yet'],
      ['email', 'nunca@exemplo.org', 'skipped', 'the address refused'],
      ['email', 'volta@exemplo.org', 'skipped', 'the address is suppressed: bounce'],
      ['email', '', 'skipped', 'the subscriber has no verified e-mail'],
      ['telegram', '4711', 'pending', null],
      ['telegram', '', 'skipped', 'the subscriber has linked no chat'],
      ['push', 'https://push.example/1', 'pending', null],
      ['push', 'https://push.example/2', 'pending', null],
      ['push', '', 'skipped', 'the subscriber has no push subscription'],
      ['webhook', 'https://x.example/h', 'skipped', 'the channel was switched off: it answered 410'],
    ]
    expect(says.sort()).toEqual(expected.map((row) => row.join(' | ')).sort())
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    const enqueued = await Promise.all(DELIVERERS.map((queue) => listMessages(stack, queue)))
    const ids = enqueued.flat().flatMap((body) => (JSON.parse(body) as { deliveryIds: string[] }).deliveryIds)
    const pending = rows.filter(({ status }) => status === 'pending').map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(pending))
    expect(ids.filter((id) => rows.some((row) => row.id === id)).sort()).toEqual(pending.sort())
  })

  it('has subscribers only while the clipping is listed and they are active', async () => {
    const { clippingId } = await aBeat({ deliveryChannels: { email: true } })
    const reader = await newPerson(stack)
    const userId = await reader.id()
    await tables.subscriptions.add(stack.db, { id: clippingId, clippingId, userId, role: 'SUBSCRIBER' })
    await tables.subscriptionChannels.add(stack.db, { subscriptionId: clippingId, channel: 'email' })
    const plan = async (releaseId: string) => {
      await tables.releases.add(stack.db, { id: releaseId, clippingId })
      await planDeliveries(stack.db, { releaseId, clippingId, now: new Date() })
      const rows = await stack.db<{ address: string }[]>`
        select address from deliveries where release_id = ${releaseId}`
      return rows.map(({ address }) => address).sort()
    }
    const both = [author.email, reader.email].sort()
    expect(await plan('unlisted')).toEqual([author.email])
    await publish(author, clippingId)
    expect(await plan('listed')).toEqual(both)
    const failure = { subscriptionId: clippingId, channel: 'email', disabledAt: new Date(), reason: 'no' }
    await tables.channelFailures.add(stack.db, failure)
    await plan('failed')
    const [pending, ...others] = await stack.db<{ address: string }[]>`
      select address from deliveries where release_id = 'failed' and status = 'pending'`
    expect([pending?.address, others]).toEqual([author.email, []])
    await tables.listings.set(stack.db, { sourceClippingId: clippingId }, { active: false })
    expect(await plan('unlisted again')).toEqual([author.email])
    await tables.listings.set(stack.db, { sourceClippingId: clippingId }, { active: true })
    await tables.subscriptions.set(stack.db, { id: clippingId }, { active: false })
    expect(await plan('left')).toEqual([author.email])
    await tables.subscriptions.set(stack.db, { id: clippingId }, { active: true })
    await tables.subscriptionChannels.set(stack.db, { subscriptionId: clippingId }, { active: false })
    expect(await plan('switched off')).toEqual([author.email])
  })

  it('plans no more mails than a clipping may cause in a day', async () => {
    const { clippingId } = await aBeat({
      deliveryChannels: { email: true },
      extraEmails: ['um@exemplo.org', 'dois@exemplo.org'],
    })
    await tables.addressConsents.set(
      stack.db,
      { address: ['um@exemplo.org', 'dois@exemplo.org'] },
      { status: 'confirmed' },
    )
    const plan = async (releaseId: string) => {
      await tables.releases.add(stack.db, { id: releaseId, clippingId })
      await planDeliveries(stack.db, { releaseId, clippingId, now: new Date(), mailsPerDay: 5 })
      const rows = await stack.db<{ error: string | null }[]>`
        select error from deliveries where release_id = ${releaseId} order by address = ${author.email} desc, address`
      return rows.map(({ error }) => error)
    }
    const cap = 'the clipping reached its daily maximum of e-mails'
    expect(await plan('um')).toEqual([null, null, null])
    const second = await plan('dois')
    expect(second[0]).toBeNull()
    expect(second.filter((error) => error === cap)).toHaveLength(1)
    expect(await plan('tres')).toEqual([cap, cap, cap])
    await tables.releases.set(stack.db, { clippingId }, { madeAt: timeAgo(25, 'hour') })
    expect(await plan('amanha')).toEqual([null, null, null])
  })
})
