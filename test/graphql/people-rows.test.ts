import { takeNetworkAttempt } from '@pauta/clippings/alerts/network-limit'
import { takeActions } from '@pauta/people/people/action-limit'
import { askForConsent, recordAnswer, removeOrphanedQuestions } from '@pauta/people/people/consent'
import {
  confirmTelegramMove,
  linkTelegramChat,
  unlinkTelegramChat,
} from '@pauta/delivery/channels/telegram/linking'
import { hashTelegramToken, mintTelegramToken } from '@pauta/delivery/channels/telegram/link-tokens'
import { endBelongings } from '@pauta/clippings/erasure/end-belongings'
import { erasePerson } from '@pauta/people/privacy/erase'
import { addIdentity, findIdentity, refreshIdentity } from '@pauta/people/people/identities'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, ledgerRows, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

// What people may do and whom they may ask, on rows that differ from a matching row in one column.
const DAY = 24 * 3600
const ADDRESS = 'equipe@exemplo.org'

let stack: TestStack
const { restart } = ledgerRows(() => stack.db)
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['deliver-email'] })
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await restart()
  await tables.consentQuestions.remove(stack.db)
})

describe('an account', () => {
  const identity = { issuer: 'https://entrada.exemplo.org', subject: 'a' }
  const said = { name: 'Ana Souza', username: 'ana', email: 'ana@exemplo.org', emailVerified: true }
  const listUsers = () => stack.db<Record<string, unknown>[]>`
    select id, name, email, email_verified, updated_at from users order by id`
  const add = (email: string | undefined, others: object = {}, subject = 'a') =>
    addIdentity(stack.db, {
      identity: { ...identity, subject },
      said: { ...said, email, ...others },
      now: at(1),
    })

  it('of a person changes that person alone', async () => {
    expect(await add('ana@exemplo.org', { name: 'Ana' })).toBe('ana')
    const before = await listUsers()
    const known = (await findIdentity(stack.db, identity))!
    const sighting = { identity, said, now: at(2) }
    await refreshIdentity(stack.db, known, sighting)
    const ana = { id: 'ana', name: 'Ana Souza', updatedAt: at(2) }
    expect(await listUsers()).toMatchObject([ana, before[1]])
    // What is known already is not written again.
    await refreshIdentity(stack.db, known, { ...sighting, askedAt: at(3), now: at(4) })
    expect(await listUsers()).toMatchObject([ana, before[1]])
    expect(await findIdentity(stack.db, identity)).toMatchObject({ userId: 'ana', refreshedAt: at(3) })
    await refreshIdentity(stack.db, known, { ...sighting, said: { ...said, name: 'Ana S.' }, now: at(5) })
    expect(await findIdentity(stack.db, identity)).toMatchObject({ name: 'Ana S.', refreshedAt: at(3) })
  })

  it.each([
    ['the same verified address', 'ANA@exemplo.org', {}, 'ana'],
    ['the address that nobody has verified', 'bia@exemplo.org', {}, undefined],
    ['the address, which it has not verified', 'ana@exemplo.org', { emailVerified: false }, undefined],
    ['another address', 'outra@exemplo.org', {}, undefined],
    ['an address with other letters', 'anа@exemplo.org', {}, undefined],
    ['no address', undefined, {}, undefined],
  ])('belongs to the person with %s', async (_, email, others, owner) => {
    const id = await add(email, others)
    expect(['ana', 'bia'].find((known) => known === id)).toBe(owner)
    expect(await add('ana@exemplo.org')).toBe(id)
  })

  it('is known by its issuer and its subject together', async () => {
    const accounts = [
      identity,
      { ...identity, issuer: 'https://outra.exemplo.org' },
      { ...identity, subject: 'b' },
    ]
    const owners: string[] = []
    for (const [n, each] of accounts.entries())
      owners.push(
        await addIdentity(stack.db, {
          identity: each,
          said: { ...said, email: `${n}@exemplo.org` },
          now: at(1),
        }),
      )
    const find = () => Promise.all(accounts.map((each) => findIdentity(stack.db, each)))
    const [first, ...others] = await find()
    expect([first, ...others].map((known) => known?.userId)).toEqual(owners)
    await refreshIdentity(stack.db, first!, { identity, said: {}, askedAt: at(3), now: at(3) })
    expect(await find()).toEqual([{ ...first, refreshedAt: at(3) }, ...others])
  })

  it('belongs to the first of several people with its address', async () => {
    await tables.users.add(stack.db, [
      { id: 'eva', email: 'ana@exemplo.org', emailVerified: true, createdAt: at(-9) },
      { id: 'abel', email: 'ana@exemplo.org', emailVerified: true, createdAt: at(-9) },
    ])
    await tables.users.set(stack.db, { id: 'ana' }, { createdAt: at(-8) })
    expect(await add('ana@exemplo.org')).toBe('abel')
  })
})

it('an erased person leaves the other addresses of a subscription in their order', async () => {
  await tables.users.add(stack.db, { id: 'eva', email: 'eva@exemplo.org', emailVerified: true })
  const extraEmails = ['z@exemplo.org', 'EVA@exemplo.org', 'a@exemplo.org', 'm@exemplo.org']
  await tables.subscriptions.set(stack.db, { id: ['s'] }, { extraEmails })
  await tables.subscriptions.set(stack.db, { id: ['t'] }, { extraEmails: ['outra@exemplo.org'] })
  const before = await stack.db`select updated_at from subscriptions where id = 't'`
  const person = { id: 'eva', verifiedEmail: 'eva@exemplo.org' }
  await erasePerson(stack.db, person, { now: NOW, endBelongings })
  const rows = await stack.db<{ extraEmails: string[] }[]>`select extra_emails from subscriptions order by id`
  expect(rows.map((row) => row.extraEmails)).toEqual([
    ['z@exemplo.org', 'a@exemplo.org', 'm@exemplo.org'],
    ['outra@exemplo.org'],
  ])
  expect(await stack.db`select updated_at from subscriptions where id = 't'`).toEqual(before)
})

describe('a question for consent', () => {
  const ask = (extraEmails: string[], { id = 's', userId = 'ana', now = NOW } = {}) =>
    stack.db.begin((tx) => askForConsent(tx, { id, userId, extraEmails }, { clippingName: 'Saúde', now }))
  const answer = (status: 'confirmed' | 'refused', subscriptionId = 's') =>
    stack.db.begin((tx) => recordAnswer(tx, { subscriptionId, address: ADDRESS, status, now: at(9) }))
  const readConsents = async () =>
    (
      await stack.db<{ subscriptionId: string; address: string; status: string }[]>`
        select subscription_id, address, status from address_consents order by subscription_id, address`
    ).map(({ subscriptionId, address, status }) => `${subscriptionId} ${address} ${status}`)
  const countMails = () => tables.deliveries.count(stack.db, { kind: 'confirmation' })

  it('goes to each address once, and its answer holds for later clippings of the same user', async () => {
    await ask([ADDRESS])
    await ask([ADDRESS])
    expect(await countMails()).toBe(1)
    await answer('confirmed')
    await ask([ADDRESS], { id: 't' })
    expect(await countMails()).toBe(1)
    expect(await readConsents()).toEqual([`s ${ADDRESS} confirmed`, `t ${ADDRESS} confirmed`])
  })

  it.each(['confirmed', 'refused'] as const)(
    'that is %s answers the open ones of the same user alone',
    async (status) => {
      await tables.subscriptions.add(stack.db, { id: 'u', clippingId: 'c', userId: 'bia', role: 'AUTHOR' })
      await ask([ADDRESS, 'outra@exemplo.org'])
      await ask([ADDRESS], { id: 't' })
      await ask([ADDRESS], { id: 'u', userId: 'bia' })
      await answer(status)
      expect(await readConsents()).toEqual([
        `s ${ADDRESS} ${status}`,
        's outra@exemplo.org asked',
        `t ${ADDRESS} ${status}`,
        `u ${ADDRESS} asked`,
      ])
      const questions = await stack.db<{ userId: string; status: string }[]>`
      select user_id, status from consent_questions order by user_id, status`
      expect(questions.map(({ userId, status: known }) => `${userId} ${known}`)).toEqual(
        ['ana asked', `ana ${status}`, 'bia asked'].sort(),
      )
    },
  )

  it('keeps an earlier answer for another clipping', async () => {
    await ask([ADDRESS])
    await ask([ADDRESS], { id: 't' })
    await tables.addressConsents.set(stack.db, { subscriptionId: 't' }, { status: 'refused' })
    await answer('confirmed')
    expect(await readConsents()).toEqual([`s ${ADDRESS} confirmed`, `t ${ADDRESS} refused`])
  })

  it('has no answer that another user or another address got', async () => {
    await tables.subscriptions.add(stack.db, { id: 'u', clippingId: 'c', userId: 'bia', role: 'AUTHOR' })
    await ask([ADDRESS], { id: 'u', userId: 'bia' })
    await answer('confirmed', 'u')
    await ask([ADDRESS])
    expect(await readConsents()).toEqual([`s ${ADDRESS} asked`, `u ${ADDRESS} confirmed`])
    await answer('confirmed')
    await ask(['outra@exemplo.org'], { id: 't' })
    expect(await readConsents()).toContain('t outra@exemplo.org asked')
  })

  it.each<[Columns, number]>([
    [{}, 0],
    [{ emailVerified: false }, 1],
    [{ email: 'outra@exemplo.org' }, 1],
    [{ email: 'ANA@exemplo.org' }, 0],
  ])('to the own address of a user with %j: %d', async (columns, mails) => {
    await tables.users.set(stack.db, { id: 'ana' }, { emailVerified: true, ...columns })
    await ask(['ana@exemplo.org'])
    expect(await countMails()).toBe(mails)
  })

  it('goes to a mailbox at most three times in a day, whoever asks', async () => {
    await tables.subscriptions.add(stack.db, { id: 'u', clippingId: 'c', userId: 'bia', role: 'AUTHOR' })
    const others = { id: 'u', userId: 'bia' }
    await ask(['equipe+a@exemplo.org', 'equipe+b@exemplo.org'])
    await ask([ADDRESS], others)
    await expect(ask(['equipe+c@exemplo.org'])).rejects.toThrow(/já recebeu 3 pedidos/)
    await expect(ask(['equipe+c@exemplo.org'], { now: at(DAY - 1) })).rejects.toThrow(/já recebeu/)
    await ask(['outro@exemplo.org'])
    await ask(['equipe+c@exemplo.org'], { now: at(DAY) })
    expect(await countMails()).toBe(5)
  })

  it.each<[string, Columns, number]>([
    ['an erased user', {}, 1],
    ['a user', { userId: 'bia' }, 0],
    ['an erased user, a moment later', { askedAt: at(-1) }, 0],
  ])('of %s is removed: %#', async (_, columns, removed) => {
    const row = { userId: null, addressHash: 'x', mailboxHash: 'x', askedAt: at(-2) }
    await tables.consentQuestions.add(stack.db, { ...row, ...columns })
    expect(await removeOrphanedQuestions(stack.db, { before: at(-1), limit: 5 })).toBe(removed)
  })
})

describe('a chat', () => {
  const CHAT = '42'
  const offer = (userId: string, expiresAt: Date) =>
    tables.telegramTokens.add(stack.db, { tokenHash: hashTelegramToken(userId), userId, expiresAt })
  const link = (token: string, chatId = CHAT) => linkTelegramChat(stack.db, { token, chatId, now: NOW })
  const confirm = (chatId = CHAT) => confirmTelegramMove(stack.db, { chatId, now: NOW })
  const listLinks = async () =>
    await stack.db`select user_id, chat_id, linked_at from telegram_links order by user_id`

  it.each([
    [0.001, 'linked'],
    [0, 'refused'],
  ])('of a token that expires in %d s is %s, and the token is used', async (seconds, kind) => {
    await offer('ana', at(seconds))
    expect(await link('ana')).toMatchObject({ kind })
    expect(await link('ana')).toMatchObject({ kind: kind === 'linked' ? 'known' : 'refused' })
    expect(await tables.telegramTokens.count(stack.db)).toBe(0)
  })

  it('of a person takes the place of an earlier one, and ends a move that waits for it', async () => {
    await tables.telegramLinks.add(stack.db, { userId: 'ana', chatId: '7', linkedAt: at(-DAY) })
    await tables.telegramMoves.add(stack.db, [
      { chatId: CHAT, userId: 'bia', expiresAt: at(9) },
      { chatId: '7', userId: 'bia', expiresAt: at(9) },
    ])
    await offer('ana', at(1))
    expect(await link('ana')).toEqual({ kind: 'linked', account: 'Ana' })
    expect(await listLinks()).toEqual([{ userId: 'ana', chatId: CHAT, linkedAt: NOW }])
    expect(await stack.db`select chat_id from telegram_moves`).toEqual([{ chatId: '7' }])
  })

  it('of one person is linked to the same person again', async () => {
    await tables.telegramLinks.add(stack.db, { userId: 'ana', chatId: CHAT, linkedAt: at(-DAY) })
    await offer('ana', at(1))
    expect(await link('ana')).toEqual({ kind: 'linked', account: 'Ana' })
    expect(await listLinks()).toEqual([{ userId: 'ana', chatId: CHAT, linkedAt: NOW }])
  })

  it('of another person waits for 15 minutes, for the last who asked', async () => {
    await tables.users.add(stack.db, { id: 'eva', name: 'Eva' })
    await tables.telegramLinks.add(stack.db, { userId: 'ana', chatId: CHAT, linkedAt: at(-DAY) })
    for (const userId of ['bia', 'eva']) {
      await offer(userId, at(1))
      expect(await link(userId)).toMatchObject({ kind: 'asked', present: 'Ana' })
    }
    expect(await stack.db`select * from telegram_moves`).toEqual([
      { chatId: CHAT, userId: 'eva', expiresAt: at(900) },
    ])
    expect(await listLinks()).toMatchObject([{ userId: 'ana' }])
  })

  it.each([
    [0.001, 'linked', [{ userId: 'bia', chatId: CHAT, linkedAt: NOW }]],
    [0, 'none', [{ userId: 'ana', chatId: CHAT, linkedAt: at(-DAY) }]],
  ])('moves by a confirmation with %d s left: %s', async (seconds, kind, links) => {
    await tables.telegramLinks.add(stack.db, { userId: 'ana', chatId: CHAT, linkedAt: at(-DAY) })
    await tables.telegramMoves.add(stack.db, { chatId: CHAT, userId: 'bia', expiresAt: at(seconds) })
    await tables.users.set(stack.db, { id: 'bia' }, { email: null, emailVerified: true })
    expect(await confirm('7')).toEqual({ kind: 'none' })
    expect(await confirm()).toMatchObject({ kind })
    expect(await listLinks()).toEqual(links)
    expect(await tables.telegramMoves.count(stack.db)).toBe(0)
    // Bia has no address.
    const mails = await stack.db`select user_id, kind, channel, address, payload, due_at from deliveries`
    const mail = { userId: 'ana', kind: 'telegram-moved', channel: 'email', address: 'ana@exemplo.org' }
    expect(mails).toEqual(kind === 'linked' ? [{ ...mail, payload: { hasChat: false }, dueAt: NOW }] : [])
  })

  it('moves without mails when it belongs to nobody else any more', async () => {
    await tables.telegramMoves.add(stack.db, { chatId: CHAT, userId: 'ana', expiresAt: at(1) })
    expect(await confirm()).toEqual({ kind: 'linked', account: 'Ana' })
    expect(await tables.deliveries.count(stack.db)).toBe(0)
  })

  it('is unlinked with the move that waits for it, and no other', async () => {
    await tables.telegramLinks.add(stack.db, [
      { userId: 'ana', chatId: CHAT },
      { userId: 'bia', chatId: '7' },
    ])
    await tables.telegramMoves.add(
      stack.db,
      [CHAT, '7'].map((chatId) => ({ chatId, userId: 'bia', expiresAt: at(1) })),
    )
    expect(await unlinkTelegramChat(stack.db, CHAT)).toBe(true)
    expect(await unlinkTelegramChat(stack.db, CHAT)).toBe(false)
    expect(await listLinks()).toMatchObject([{ userId: 'bia' }])
    expect(await stack.db`select chat_id from telegram_moves`).toEqual([{ chatId: '7' }])
  })

  it('of each person has one token, which lasts for 15 minutes', async () => {
    await offer('bia', at(1))
    await offer('ana', at(1))
    const token = await mintTelegramToken(stack.db, { userId: 'ana', now: NOW })
    const rows = await stack.db`select user_id, token_hash, expires_at from telegram_tokens order by user_id`
    expect(rows).toEqual([
      { userId: 'ana', tokenHash: hashTelegramToken(token), expiresAt: at(900) },
      { userId: 'bia', tokenHash: hashTelegramToken('bia'), expiresAt: at(1) },
    ])
  })
})

describe('a limit of actions', () => {
  const limit = { action: 'x', max: 3, windowSeconds: 60 }
  const act = async (seconds: number, count = 1, { userId = 'ana', action = 'x' } = {}) => {
    const taken = takeActions(stack.db, userId, { ...limit, action }, { count, now: at(seconds) })
    return await taken.then(
      () => 'done',
      (error: { details?: { retryAfterSeconds?: number } }) => error.details?.retryAfterSeconds,
    )
  }

  it('lets the last one pass, refuses the next one, and counts no refused one', async () => {
    expect([await act(0), await act(1), await act(2, 2), await act(2)]).toEqual(['done', 'done', 58, 'done'])
    expect([await act(11), await act(59)]).toEqual([49, 1])
    expect(await act(60)).toBe('done')
  })

  it('says that an erased person is gone, and no other fault', async () => {
    const take = (userId: string, count: number) => takeActions(stack.db, userId, limit, { count, now: NOW })
    await expect(take('ninguem', 1)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    // PostgreSQL refuses a number that is no integer of 32 bits.
    await expect(take('ana', 2 ** 31)).rejects.toMatchObject({ code: '22003' })
  })

  it('holds for one person and one action', async () => {
    expect(await act(0, 3)).toBe('done')
    expect(await act(0)).toBe(60)
    expect([await act(0, 3, { userId: 'bia' }), await act(0, 3, { action: 'y' })]).toEqual(['done', 'done'])
    expect(await act(0, 4, { action: 'z' })).toBe(60)
    const others = [
      { userId: 'bia', action: 'y' },
      { userId: 'ana', action: 'z' },
    ]
    for (const other of others) expect(await act(10, 3, other)).toBe('done')
    expect(await act(10)).toBe(50)
  })
})

describe('the limit of networks that ask for alerts', () => {
  const take = (network: string, now: Date, action: 'request' | 'change' = 'request') =>
    takeNetworkAttempt(stack.db, { network, action, now })
  const day = new Date('2026-06-01T12:00:00Z')
  beforeEach(() => tables.alertAttempts.remove(stack.db))

  it('refuses the 21st request of a network in a local day, and none of another network or day', async () => {
    for (let n = 0; n < 20; n++) await take('203.0.113.0/24', day)
    await expect(take('203.0.113.0/24', day)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      // Until midnight in Brasília, which is 3:00 UTC.
      details: { retryAfterSeconds: 15 * 3600 },
    })
    await take('203.0.114.0/24', day)
    await take('203.0.113.0/24', day, 'change')
    await take('203.0.113.0/24', new Date('2026-06-02T03:00:00Z'))
  })

  it('refuses the 201st change of a network in a local day', async () => {
    await take('203.0.113.0/24', day, 'change')
    await tables.alertAttempts.set(stack.db, { action: 'change' }, { count: 199 })
    await take('203.0.113.0/24', day, 'change')
    await expect(take('203.0.113.0/24', day, 'change')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })

  it('refuses every request after 2,000 of a day, and writes no row for it', async () => {
    await tables.alertAttempts.add(
      stack.db,
      [
        ...Array.from({ length: 99 }, (_, n) => ({ network: `n${n}`, action: 'request', count: 20 })),
        { network: 'n99', action: 'request', count: 19 },
        { network: 'n100', action: 'change', count: 200 },
      ].map((row) => ({ ...row, day: '2026-07-01' })),
    )
    const then = new Date('2026-07-01T12:00:00Z')
    await take('198.51.99.0/24', then)
    await expect(take('198.51.100.0/24', then)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await take('198.51.100.0/24', then, 'change')
    expect(await tables.alertAttempts.count(stack.db, { action: 'request' })).toBe(101)
    await take('198.51.100.0/24', new Date('2026-07-02T12:00:00Z'))
  })
})
