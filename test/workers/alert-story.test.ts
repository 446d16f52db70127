import type { InboxMessage } from '@pauta/emulators/inbox/message-store'
import { addressKey } from '@pauta/clippings/subscriptions/address-key'
import { connectQueues } from '@pauta/platform/queues/queues'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle, ago } from '../kit/rows/factories.ts'
import { manualSendMessage } from '../kit/rows/releases.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'
import { eventually } from '../kit/runner/eventually.ts'
import { startTestStack, uniqueName, type TestStack } from '../kit/stack/stack.ts'
import { startRun } from '../kit/workers/runs.ts'

let stack: TestStack
beforeAll(async () => {
  // Without an observatory, the mails lead to the service's own pages.
  stack = await startTestStack({ inbox: { port: 0 } })
})
afterAll(() => stack.stop())

const ONE_CLICK = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
}

const mailsTo = (address: string): InboxMessage[] =>
  stack.stack.inbox?.list({ channel: 'email', to: address }) ?? []

/** Waits until the address has got so many mails, and returns the last one. */
async function arrivedAt(address: string, count: number): Promise<InboxMessage> {
  return await eventually(() => {
    const mails = mailsTo(address)
    const last = mails.toSorted((a, b) => a.id - b.id).at(-1)
    if (mails.length !== count || !last) throw new Error(`${mails.length} mails have arrived, not ${count}`)
    return last
  })
}

const linkOf = (mail: InboxMessage, purpose: string): string =>
  new RegExp(`http\\S+/${purpose}\\?token=[\\w.-]+`).exec(mail.text)?.[0] ?? ''

async function request(agency: string, email = `${uniqueName('leitora')}@exemplo.org`): Promise<string> {
  await stack.query('mutation ($input: AlertInput!) { requestAlert(input: $input) { confirmWithinDays } }', {
    input: { email, recorte: { title: 'Órgão novo', agencies: [agency] } },
  })
  return email
}

async function clippingOf(email: string): Promise<string> {
  const [row] = await stack.db<{ id: string }[]>`
    select s.clipping_id as id from alerts a join subscriptions s on s.id = a.subscription_id
    where a.address_key = ${addressKey(email)}`
  return row?.id ?? ''
}

const release = async (clippingId: string) =>
  connectQueues().send(stack.stack.queueUrl('release'), [manualSendMessage(clippingId, new Date())])

const publishFor = (agency: string) =>
  stack.publish([anArticle({ agencyKey: agency, title: 'Uma notícia', publishedAt: ago({ hours: 5 }) })])

describe('an alert', () => {
  it('is asked for, confirmed by a button, sent, and left by one click, which erases the address', async () => {
    const agency = uniqueName('orgao')
    await publishFor(agency)
    const email = await request(agency)
    const question = await arrivedAt(email, 1)
    expect(question.title).toBe('Confirme o alerta que você pediu')
    const confirm = linkOf(question, 'confirm')
    const opened = await fetch(confirm)
    expect(await opened.text()).toContain('Quer receber este alerta?')
    const clippingId = await clippingOf(email)
    expect(await tables.clippings.count(stack.db, { id: clippingId, active: false })).toBe(1)
    // A release before the confirmation, by a message of any origin, reaches nobody.
    await release(clippingId)
    await eventually(async () => {
      expect(await tables.releases.count(stack.db, { clippingId })).toBe(1)
      expect(await tables.deliveries.count(stack.db, { address: email, status: 'skipped' })).toBe(1)
    })
    expect((await fetch(confirm, { method: 'POST' })).status).toBe(200)
    const [started] = await stack.db`select active, next_run_at from clippings where id = ${clippingId}`
    expect(started).toEqual({ active: true, nextRunAt: expect.any(Date) })

    // As new, because an article is in no window for two minutes after it arrived.
    await tables.releases.remove(stack.db, { clippingId })
    await tables.clippings.set(stack.db, { id: clippingId }, { deliveredUntil: null })
    await release(clippingId)
    const edition = await arrivedAt(email, 2)
    expect(edition.text).toContain('porque este endereço pediu e confirmou o alerta “Órgão novo”')
    const leave = linkOf(edition, 'unsubscribe')
    // Of each release there is one row: none says that the author of all alerts has no address.
    const rows = await stack.db`select address from deliveries where kind = 'release' and channel = 'email'`
    expect(new Set(rows.map(({ address }) => address as string))).toEqual(new Set([email]))

    expect(await (await fetch(leave)).text()).toContain('nós apagamos o que guardamos dele')
    expect(await clippingOf(email)).toBe(clippingId)
    for (let click = 0; click < 2; click++) expect((await fetch(leave, ONE_CLICK)).status).toBe(200)
    expect(await clippingOf(email)).toBe('')
    const kept = await stack.db`
      select from deliveries where address = ${email} union all select from address_consents where address = ${email}
      union all select from releases where clipping_id = ${clippingId}`
    expect(kept).toHaveLength(0)
    expect(await (await fetch(confirm)).text()).toContain('Este convite não vale mais')
  })

  it('that nobody confirmed, or whose address bounced, ends with the purge', async () => {
    const agency = uniqueName('orgao')
    const [open, late, bounced, old] = await Promise.all(Array.from({ length: 4 }, () => request(agency)))
    if (!open || !late || !bounced || !old) throw new Error('no addresses')
    for (const email of [open, late, bounced, old]) await arrivedAt(email, 1)
    for (const email of [late, old])
      await tables.alerts.set(stack.db, { addressKey: addressKey(email) }, { createdAt: timeAgo(8, 'day') })
    await tables.addressConsents.set(stack.db, { address: old }, { status: 'confirmed' })
    await tables.alerts.set(stack.db, { addressKey: addressKey(open) }, { createdAt: timeAgo(6, 'day') })
    await tables.suppressedAddresses.add(stack.db, { address: bounced, reason: 'bounce' })
    await tables.consentQuestions.set(stack.db, { userId: 'pauta-alerts' }, { askedAt: timeAgo(3, 'day') })
    const [refused, recent] = await stack.db<{ id: string }[]>`
      select id from consent_questions where user_id = 'pauta-alerts' order by id limit 2`
    await tables.consentQuestions.set(stack.db, { id: refused?.id ?? '' }, { status: 'refused' })
    await tables.consentQuestions.set(stack.db, { id: recent?.id ?? '' }, { askedAt: timeAgo(1, 'day') })
    const run = await (await startRun(stack, 'purge')).until('succeeded')
    expect(run.result).toMatchObject({ alerts: 2 })
    expect(await Promise.all([open, late, bounced, old].map(clippingOf))).toEqual([
      expect.stringMatching(/./),
      '',
      '',
      expect.stringMatching(/./),
    ])
    const left = await stack.db`select id from consent_questions where user_id = 'pauta-alerts' order by id`
    expect(left).toEqual([{ id: refused?.id }, { id: recent?.id }])
  })
})
