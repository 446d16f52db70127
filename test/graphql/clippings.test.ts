import { Cron } from 'croner'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aClipping, createClipping, newPerson, publish, type Person } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { CREATE, UPDATE, FIND } from '../kit/client/clipping-documents.ts'

let stack: TestStack
let author: Person

beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['release'] })
  author = await newPerson(stack)
})
afterAll(() => stack.stop())

/** Computes the next run with another reader of cron expressions. */
const nextRun = (cron: string, after: Date) => {
  const next = new Cron(cron, { timezone: 'America/Sao_Paulo', paused: true }).nextRun(after)
  return next?.toISOString().replace('.000Z', '+00:00')
}

const everyField = () =>
  aClipping({
    name: '  Saúde  ',
    description: 'O que sai sobre vacinas.',
    prompt: 'Quero saber de vacinas',
    scheduleTime: '08:00',
    startDate: '2026-01-10',
    endDate: '2026-12-31T23:59:59-03:00',
    extraEmails: ['Outra@Exemplo.com', 'outra@exemplo.com'],
    includeHistory: true,
    deliveryChannels: { email: true, push: true },
    recortes: [
      { title: 'Vacinas', keywords: ['vacina', ' gripe '], themes: ['03', '03'], agencies: ['saude'] },
      { title: 'Escolas', themes: ['02.01'] },
    ],
  })

describe('createClipping', () => {
  it('creates an active clipping with its recortes and the subscription of its author', async () => {
    const { createClipping: made } = await author.query(CREATE, { input: everyField() })
    const id = await author.id()
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/) as string,
      name: 'Saúde',
      description: 'O que sai sobre vacinas.',
      prompt: 'Quero saber de vacinas',
      schedule: '0 8 * * *',
      scheduleTime: '08:00',
      nextRunAt: made.nextRunAt,
      startDate: '2026-01-10T03:00:00+00:00',
      endDate: '2026-12-31T03:00:00+00:00',
      extraEmails: ['outra@exemplo.com'],
      includeHistory: true,
      active: true,
      createdAt: made.updatedAt,
      updatedAt: expect.stringMatching(/^\d{4}-.*\+00:00$/) as string,
      authorUserId: id,
      publishedToMarketplace: false,
      marketplaceListingId: null,
      isAuthor: true,
      deliveryChannels: { email: true, telegram: false, push: true, webhook: false },
      recortes: [
        {
          id: expect.stringMatching(/^[0-9A-Z]{26}$/) as string,
          title: 'Vacinas',
          themes: ['03'],
          agencies: ['saude'],
          keywords: ['vacina', 'gripe'],
        },
        {
          id: expect.stringMatching(/^[0-9A-Z]{26}$/) as string,
          title: 'Escolas',
          themes: ['02.01'],
          agencies: [],
          keywords: [],
        },
      ],
      mySubscription: {
        id: expect.stringMatching(/^[0-9A-Z]{26}$/) as string,
        role: 'AUTHOR',
        active: true,
        webhookUrl: null,
        webhookSecret: null,
        extraEmails: ['outra@exemplo.com'],
        deliveryChannels: { email: true },
      },
      releases: [],
    })
  })

  it('needs only a name and a schedule', async () => {
    const { createClipping: made } = await author.query(CREATE, {
      input: { name: 'Vazio', schedule: '0 8 * * *', description: ' ', prompt: '', startDate: '' },
    })
    expect(made).toMatchObject({
      description: null,
      prompt: null,
      scheduleTime: null,
      startDate: null,
      endDate: null,
      extraEmails: [],
      includeHistory: false,
      recortes: [],
      deliveryChannels: { email: false, telegram: false, push: false, webhook: false },
    })
  })

  const text = (length: number) => 'ã'.repeat(length)
  const recorte = (changes: Record<string, unknown>) => ({
    recortes: [{ title: 'Um', keywords: ['vacina'], ...changes }],
  })
  const many = (count: number) => Array.from({ length: count }, (_, i) => `valor${i}`)
  const recortes = (count: number) => many(count).map((title) => ({ title, themes: ['01'] }))

  it.each([
    ['name', { name: ' ' }, 'input.name', 'BAD_USER_INPUT'],
    ['name', { name: '\u200B' }, 'input.name', 'BAD_USER_INPUT'],
    ['name', { name: text(101) }, 'input.name', 'BAD_USER_INPUT'],
    ['name', { name: 'a\u0000b' }, 'input.name', 'BAD_USER_INPUT'],
    ['description', { description: text(501) }, 'input.description', 'BAD_USER_INPUT'],
    ['prompt', { prompt: text(2001) }, 'input.prompt', 'BAD_USER_INPUT'],
    ['prompt', { prompt: 'a\u0007b' }, 'input.prompt', 'BAD_USER_INPUT'],
    ['schedule', { schedule: '*/5 * * * *' }, 'input.schedule', 'BAD_USER_INPUT'],
    ['schedule', { schedule: '0 8 * *' }, 'input.schedule', 'BAD_USER_INPUT'],
    ['scheduleTime', { scheduleTime: '24:00' }, 'input.scheduleTime', 'BAD_USER_INPUT'],
    ['startDate', { startDate: '2026-02-30' }, 'input.startDate', 'BAD_USER_INPUT'],
    ['startDate', { startDate: '0000-01-01' }, 'input.startDate', 'BAD_USER_INPUT'],
    ['endDate', { startDate: '2026-02-02', endDate: '2026-02-01' }, 'input.endDate', 'BAD_USER_INPUT'],
    ['extraEmails', { extraEmails: ['a@b.com', 'sem arroba'] }, 'input.extraEmails[1]', 'BAD_USER_INPUT'],
    ['extraEmails', { extraEmails: ['\u212A@b.com'] }, 'input.extraEmails[0]', 'BAD_USER_INPUT'],
    [
      'extraEmails',
      { extraEmails: many(21).map((v) => `${v}@b.com`) },
      'input.extraEmails',
      'LIMIT_EXCEEDED',
    ],
    ['recortes', { recortes: recortes(21) }, 'input.recortes', 'LIMIT_EXCEEDED'],
    ['a title', recorte({ title: '' }), 'input.recortes[0].title', 'BAD_USER_INPUT'],
    ['a title', recorte({ title: text(101) }), 'input.recortes[0].title', 'BAD_USER_INPUT'],
    ['keywords', recorte({ keywords: many(51) }), 'input.recortes[0].keywords', 'LIMIT_EXCEEDED'],
    [
      'a keyword',
      recorte({ keywords: ['ok', text(101)] }),
      'input.recortes[0].keywords[1]',
      'BAD_USER_INPUT',
    ],
    ['a keyword', recorte({ keywords: [' '] }), 'input.recortes[0].keywords[0]', 'BAD_USER_INPUT'],
    ['a keyword', recorte({ keywords: ['***'] }), 'input.recortes[0].keywords', 'BAD_USER_INPUT'],
    ['themes', recorte({ themes: many(201) }), 'input.recortes[0].themes', 'LIMIT_EXCEEDED'],
    ['agencies', recorte({ agencies: many(201) }), 'input.recortes[0].agencies', 'LIMIT_EXCEEDED'],
    ['an agency', recorte({ agencies: [text(129)] }), 'input.recortes[0].agencies[0]', 'BAD_USER_INPUT'],
  ])('refuses a wrong %s and names it: %j', async (_, changes, argument, code) => {
    const person = await newPerson(stack)
    const { errors } = await person.ask(CREATE, { input: aClipping(changes) })
    expect(errors.map((error) => error.extensions)).toEqual([{ code, argument }])
    expect(errors[0]?.message.startsWith(`${argument}: `)).toBe(true)
    expect(await person.query('{ clippings { id } }')).toEqual({ clippings: [] })
  })

  it('accepts everything at its limit', async () => {
    const input = aClipping({
      name: text(100),
      description: text(500),
      prompt: text(2000),
      scheduleTime: '23:59',
      startDate: '2026-02-02',
      endDate: '2026-02-02',
      extraEmails: many(20).map((value) => `${value}@b.com`),
      recortes: [
        { title: text(100), themes: many(200), agencies: many(200), keywords: [...many(49), text(100)] },
        ...recortes(19),
      ],
    })
    const { createClipping: made } = await author.query(CREATE, { input })
    expect(made.name).toBe(text(100))
    expect(made.recortes).toHaveLength(20)
    expect(made.recortes[0].keywords).toHaveLength(50)
  })

  it('stops at fifty clippings of one person, also for concurrent requests', async () => {
    const person = await newPerson(stack)
    const tries = await Promise.all(
      Array.from({ length: 53 }, () => person.codes(CREATE, { input: aClipping() })),
    )
    expect(tries.flat()).toEqual(['LIMIT_EXCEEDED', 'LIMIT_EXCEEDED', 'LIMIT_EXCEEDED'])
    expect((await person.query('{ clippings { id } }')).clippings).toHaveLength(50)
  })
})

describe('updateClipping', () => {
  it('replaces given values and keeps history, addresses and channels that are null', async () => {
    const { createClipping: before } = await author.query(CREATE, { input: everyField() })
    const { updateClipping: after } = await author.query(UPDATE, {
      id: before.id,
      input: { name: 'Novo', schedule: '0 9 * * *' },
    })
    expect(after).toEqual({
      ...before,
      name: 'Novo',
      schedule: '0 9 * * *',
      description: null,
      prompt: null,
      scheduleTime: null,
      startDate: null,
      endDate: null,
      recortes: [],
      nextRunAt: nextRun('0 9 * * *', new Date()),
      updatedAt: after.updatedAt,
    })
    expect(after.updatedAt > before.updatedAt).toBe(true)
    expect((await author.query(FIND, { id: before.id })).clipping).toEqual(after)
  })

  it('changes history, addresses and channels that are given', async () => {
    const { createClipping: before } = await author.query(CREATE, { input: everyField() })
    const changes = { extraEmails: [], includeHistory: false, deliveryChannels: { telegram: true } }
    const { updateClipping: after } = await author.query(UPDATE, {
      id: before.id,
      input: { ...everyField(), ...changes },
    })
    expect(after).toMatchObject({
      extraEmails: [],
      includeHistory: false,
      deliveryChannels: { email: false, telegram: true, push: false, webhook: false },
    })
    expect(after.mySubscription.id).toBe(before.mySubscription.id)
  })

  it('shifts no date when a clipping is saved as it was read', async () => {
    const { createClipping: before } = await author.query(CREATE, { input: everyField() })
    const { startDate, endDate } = before
    const input = { ...everyField(), startDate, endDate }
    const { updateClipping: after } = await author.query(UPDATE, { id: before.id, input })
    expect({ startDate: after.startDate, endDate: after.endDate }).toEqual({ startDate, endDate })
  })

  it.each([
    ['2026-12-24', '2026-12-24'],
    [new Date('2026-12-24').toISOString(), '2026-12-24'],
    ['2026-12-24T00:00:00+00:00', '2026-12-24'],
    ['2026-12-24T00:00:00.001Z', '2026-12-23'],
    ['2026-12-24T02:59:59Z', '2026-12-23'],
    ['2026-12-24T03:00:00Z', '2026-12-24'],
    ['2026-12-24T00:00:00', '2026-12-24'],
    ['2026-12-24T23:59:59-03:00', '2026-12-24'],
  ])('reads %s as the day %s, for the first day and the last', async (text, day) => {
    const input = aClipping({ startDate: text, endDate: text })
    const { createClipping: made } = await author.query(CREATE, { input })
    const start = `${day}T03:00:00+00:00`
    expect({ startDate: made.startDate, endDate: made.endDate }).toEqual({ startDate: start, endDate: start })
    await author.query('mutation ($id: String!) { deleteClipping(id: $id) }', { id: made.id })
  })

  it('keeps the id of a recorte with the same title, each id once', async () => {
    const titled = (...titles: string[]) =>
      aClipping({ recortes: titles.map((title, i) => ({ title, themes: [`0${i}`] })) })
    const ids = (clipping: { recortes: { id: string }[] }) => clipping.recortes.map(({ id }) => id)
    const { createClipping: before } = await author.query(CREATE, { input: titled('A', 'B', 'A') })
    const [a, b, a2] = ids(before)
    const update = async (...titles: string[]) =>
      ids((await author.query(UPDATE, { id: before.id, input: titled(...titles) })).updateClipping)
    const first = await update('B', 'A', 'C', 'A', 'A')
    expect(first.slice(0, 2)).toEqual([b, a])
    expect(first[3]).toBe(a2)
    expect(new Set([...first, a, b, a2]).size).toBe(5)
    expect(await update('A')).toEqual([a])
  })

  it('accepts the webhook channel without an address, and warns until there is one', async () => {
    const waits = [
      'deliveryChannels.webhook: o canal webhook começa quando updateMySubscription receber uma URL https em webhookUrl.',
    ]
    const input = aClipping({ deliveryChannels: { webhook: true, email: true } })
    const created = await author.ask(CREATE, { input })
    expect(created.extensions).toMatchObject({ warnings: waits })
    const { id } = created.data.createClipping
    expect(created.data.createClipping).toMatchObject({ deliveryChannels: { webhook: true } })
    expect((await author.ask(UPDATE, { id, input })).extensions).toMatchObject({ warnings: waits })
    // A client that saves what it read changes another channel and sends no address.
    const SAVE = `mutation ($id: String!, $channels: DeliveryChannelsInput!, $url: String) {
      updateMySubscription(clippingId: $id, channels: $channels, webhookUrl: $url) {
        webhookUrl webhookSecret deliveryChannels { email webhook } } }`
    const saved = await author.ask(SAVE, { id, channels: { webhook: true } })
    expect(saved.extensions).toMatchObject({ warnings: waits })
    expect(saved.data.updateMySubscription.deliveryChannels).toEqual({ email: false, webhook: true })
    // One that takes the address away must switch the channel off.
    expect(await author.codes(SAVE, { id, channels: { webhook: true }, url: '' })).toEqual(['BAD_USER_INPUT'])
    const url = 'https://exemplo.com.br/x'
    const given = await author.ask(SAVE, { id, channels: { webhook: true }, url })
    expect(given.data.updateMySubscription).toMatchObject({
      webhookUrl: url,
      webhookSecret: expect.stringMatching(/^whsec_/) as string,
      deliveryChannels: { webhook: true },
    })
    const after = await author.ask(UPDATE, { id, input })
    expect(after.data.updateClipping).toMatchObject({ deliveryChannels: { webhook: true } })
    expect([given, after].map(({ extensions }) => extensions['warnings'])).toEqual([undefined, undefined])
  })

  it('accepts a recorte without filters, at creation and later, with a warning that it captures nothing', async () => {
    const recortes = [
      { title: 'Saúde', themes: ['03'] },
      { title: 'Depois' },
      { title: 'Menos', excludeKeywords: ['x'], excludeAgencies: ['mec'] },
    ]
    const warnings = [1, 2].map(
      (position) =>
        `input.recortes[${position}]: sem tema, órgão, estado, entidade ou palavra-chave, este recorte não captura nenhuma notícia.`,
    )
    const created = await author.ask(CREATE, { input: aClipping({ recortes }) })
    const { id, recortes: saved } = created.data.createClipping
    expect(saved.map(({ title }: { title: string }) => title)).toEqual(['Saúde', 'Depois', 'Menos'])
    expect(created.extensions).toMatchObject({ warnings })
    const updated = await author.ask(UPDATE, { id, input: aClipping({ recortes }) })
    expect(updated.extensions).toMatchObject({ warnings })
    expect(updated.data.updateClipping.recortes).toEqual(saved)
  })

  it('accepts a clipping without recortes, at creation and later, with a warning that it captures nothing', async () => {
    const warnings = ['input.recortes: sem recortes, este clipping não captura nenhuma notícia.']
    const input = { name: 'Nenhum', schedule: '0 8 * * *' }
    const created = await author.ask(CREATE, { input })
    expect(created.extensions['warnings']).toEqual(warnings)
    const updated = await author.ask(UPDATE, { id: created.data.createClipping.id, input })
    expect(updated.extensions['warnings']).toEqual(warnings)
  })

  it('refuses to publish a clipping of recortes without filters only', async () => {
    const clippingId = await createClipping(author, { recortes: [{ title: 'Depois' }] })
    const publication = `mutation { publishToMarketplace(clippingId: "${clippingId}", input: { name: "" }) { id } }`
    expect(await author.codes(publication)).toEqual(['BAD_USER_INPUT'])
  })

  it('warns of a last day after which nothing is sent, at creation and later', async () => {
    const warnings = [
      'input.endDate: não há mais nenhum envio até este dia, então o clipping não enviará nada.',
    ]
    const created = await author.ask(CREATE, { input: aClipping({ endDate: '2026-01-31' }) })
    expect(created.data.createClipping).toMatchObject({ active: true, nextRunAt: null })
    expect(created.extensions).toMatchObject({ warnings })
    const { id } = created.data.createClipping
    const updated = await author.ask(UPDATE, { id, input: aClipping({ endDate: '2026-02-28' }) })
    expect(updated.extensions).toMatchObject({ warnings })
    const open = await author.ask(UPDATE, { id, input: aClipping({ endDate: '2100-01-01' }) })
    expect(open.extensions['warnings']).toBeUndefined()
  })

  it('accepts two runs within an hour, and refuses six', async () => {
    const { createClipping: made } = await author.query(CREATE, {
      input: aClipping({ schedule: '0,30 8 * * *' }),
    })
    expect(made.nextRunAt).toBe(nextRun('0,30 8 * * *', new Date(made.createdAt)))
    expect(await author.codes(CREATE, { input: aClipping({ schedule: '*/10 * * * *' }) })).toEqual([
      'BAD_USER_INPUT',
    ])
  })

  it('updates an active listing, except its name and description, and no inactive one', async () => {
    const id = await createClipping(author)
    const LISTING = `query ($id: String!) { marketplaceListing(id: $id) {
      name description prompt schedule updatedAt recortes { id title keywords } } }`
    const listingId = await publish(author, id)
    const before = (await author.query(LISTING, { id: listingId })).marketplaceListing
    const input = aClipping({
      name: 'Outro',
      description: 'Outra',
      prompt: 'Outro pedido',
      schedule: '0 7 * * *',
      recortes: [{ title: 'Novo', keywords: ['dengue'] }],
    })
    const { updateClipping: updated } = await author.query(UPDATE, { id, input })
    expect(updated).toMatchObject({ publishedToMarketplace: true, marketplaceListingId: listingId })
    const after = (await author.query(LISTING, { id: listingId })).marketplaceListing
    expect(after).toEqual({
      name: before.name,
      description: before.description,
      prompt: 'Outro pedido',
      schedule: '0 7 * * *',
      updatedAt: updated.updatedAt,
      recortes: [{ id: updated.recortes[0].id, title: 'Novo', keywords: ['dengue'] }],
    })
    await author.query('mutation ($id: String!) { unpublishFromMarketplace(listingId: $id) }', {
      id: listingId,
    })
    await author.query(UPDATE, { id, input: aClipping() })
    const [row] = await stack.db`select prompt, schedule from listings where id = ${listingId}`
    expect(row).toMatchObject({ prompt: 'Outro pedido', schedule: '0 7 * * *' })
  })
})
