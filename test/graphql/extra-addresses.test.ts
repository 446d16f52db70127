import { readDeliveryMessage } from '@pauta/delivery/queues/messages'
import { recordAnswer } from '@pauta/people/people/consent'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClipping, newPerson } from '../kit/rows/people.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import { uniqueName, type TestStack } from '../kit/stack/stack.ts'
import { listMessages } from '../kit/workers/runs.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({
    idleWorkers: ['release', 'deliver-email', 'deliver-telegram', 'deliver-push'],
  })
})
afterAll(() => stack.stop())

const UPDATE = `mutation ($clippingId: String!, $channels: DeliveryChannelsInput!, $extraEmails: [String!]) {
  updateMySubscription(clippingId: $clippingId, channels: $channels, extraEmails: $extraEmails) { id }
}`

describe('an extra address', () => {
  const questionsOf = async (clippingId: string) => [
    ...(await stack.db`
      select d.address, d.channel, d.status, d.payload, c.status as consent
      from deliveries d join subscriptions s on s.id = d.subscription_id
        left join address_consents c on c.subscription_id = s.id and c.address = d.address
      where s.clipping_id = ${clippingId} and d.kind = 'confirmation' order by d.address`),
  ]
  const question = (address: string) => ({
    address,
    channel: 'email',
    status: 'pending',
    payload: { clippingName: 'Saúde pela manhã' },
    consent: 'asked',
  })

  it('is asked at once: the mail worker gets its message with the answer', async () => {
    const person = await newPerson(stack)
    const clippingId = await createClipping(person, { extraEmails: [`${uniqueName('a')}@exemplo.com`] })
    const rows = await stack.db<{ id: string; isEnqueued: boolean }[]>`
      select d.id, d.woken_at is not null as is_enqueued from deliveries d
        join subscriptions s on s.id = d.subscription_id where s.clipping_id = ${clippingId}`
    expect(rows).toEqual([{ id: rows[0]?.id, isEnqueued: true }])
    const enqueued = (await listMessages(stack, 'deliver-email')).flatMap(readDeliveryMessage)
    expect(enqueued).toContain(rows[0]?.id)
  })

  it('of another person is asked once, also after further changes, and one’s own verified one never', async () => {
    const person = await newPerson(stack)
    const extraEmails = ['b@exemplo.com', person.email.toUpperCase(), 'a@exemplo.com']
    const id = await createClipping(person, { extraEmails })
    expect(await questionsOf(id)).toEqual([question('a@exemplo.com'), question('b@exemplo.com')])
    await person.query(UPDATE, {
      clippingId: id,
      channels: {},
      extraEmails: ['A@exemplo.com', 'c@exemplo.com'],
    })
    await person.query(UPDATE, { clippingId: id, channels: {}, extraEmails: ['b@exemplo.com'] })
    expect(await questionsOf(id)).toEqual(['a', 'b', 'c'].map((name) => question(`${name}@exemplo.com`)))
  })

  it('of one’s own that is not verified is asked like any other', async () => {
    const person = await newPerson(stack, { email_verified: false })
    const id = await createClipping(person, { extraEmails: [person.email] })
    expect(await questionsOf(id)).toEqual([question(person.email)])
  })

  it('is asked once by a user, also when the clipping is deleted and created again', async () => {
    const person = await newPerson(stack)
    const victim = `${uniqueName('vitima')}@exemplo.com`
    for (let turn = 0; turn < 5; turn++) {
      const id = await createClipping(person, { extraEmails: [victim] })
      await person.query(`mutation { deleteClipping(id: "${id}") }`)
    }
    const enqueued = (await listMessages(stack, 'deliver-email')).flatMap(readDeliveryMessage)
    expect(enqueued.length).toBeGreaterThan(0)
    const last = await createClipping(person, { extraEmails: [victim] })
    expect(await questionsOf(last)).toEqual([])
    const [row] = await stack.db`
      select count(*)::int as count from consent_questions where user_id = ${await person.id()}`
    expect(row).toEqual({ count: 1 })
    const stored = await stack.db`select * from consent_questions where user_id = ${await person.id()}`
    expect(JSON.stringify(stored)).not.toContain('vitima')
  })

  it('is asked three times a day by all users together, whatever follows a plus', async () => {
    const name = uniqueName('caixa')
    const first = await newPerson(stack)
    await createClipping(first, { extraEmails: [`${name}@exemplo.com`] })
    for (const address of [`${name}+a@exemplo.com`, `${name}@exemplo.com`])
      await createClipping(await newPerson(stack), { extraEmails: [address] })
    const fourth = await newPerson(stack)
    const input = { name: 'x', schedule: '0 8 * * *', extraEmails: [`${name}+b@exemplo.com`] }
    const CREATE = 'mutation ($input: ClippingInput!) { createClipping(input: $input) { id } }'
    const { errors } = await fourth.ask(CREATE, { input })
    expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', argument: 'extraEmails' } }])
    const others = { ...input, extraEmails: ['d', 'e', 'f', 'g'].map((end) => `${name}2+${end}@exemplo.com`) }
    const { errors: again } = await fourth.ask(CREATE, { input: others })
    expect(again).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }])
    await tables.consentQuestions.set(
      stack.db,
      { userId: await first.id() },
      { askedAt: timeAgo(25, 'hour') },
    )
    await fourth.query(CREATE, { input })
  })

  it('gives an answer that holds for all clippings of the user, also for later ones', async () => {
    const person = await newPerson(stack)
    const address = `${uniqueName('amiga')}@exemplo.com`
    const [first, second] = [
      await createClipping(person, { extraEmails: [address] }),
      await createClipping(person, { extraEmails: [address] }),
    ]
    const consentsOf = async () => [
      ...(await stack.db`
        select c.status from address_consents c join subscriptions s on s.id = c.subscription_id
        where s.user_id = ${await person.id()} order by s.clipping_id, c.status`),
    ]
    expect(await consentsOf()).toEqual([{ status: 'asked' }, { status: 'asked' }])
    const [subscription] = await stack.db<{ id: string }[]>`
      select id from subscriptions where clipping_id = ${first}`
    await stack.db.begin((tx) =>
      recordAnswer(tx, {
        subscriptionId: subscription?.id ?? '',
        address,
        status: 'confirmed',
        now: new Date(),
      }),
    )
    expect(await consentsOf()).toEqual([{ status: 'confirmed' }, { status: 'confirmed' }])
    for (const id of [first, second]) await person.query(`mutation { deleteClipping(id: "${id}") }`)
    await createClipping(person, { extraEmails: [`${uniqueName('amigo')}@exemplo.com`, address] })
    expect(await consentsOf()).toEqual([{ status: 'asked' }, { status: 'confirmed' }])
  })

  it('is refused above the daily number, also when clippings are deleted and created', async () => {
    const person = await newPerson(stack)
    const addresses = (set: number) => Array.from({ length: 20 }, (_, i) => `p${set}-${i}@exemplo.com`)
    for (let set = 0; set < 5; set++) {
      const id = await createClipping(person, { extraEmails: addresses(set) })
      await person.query(`mutation { deleteClipping(id: "${id}") }`)
    }
    const input = { name: 'x', schedule: '0 8 * * *', extraEmails: ['mais@exemplo.com'] }
    const CREATE = 'mutation ($input: ClippingInput!) { createClipping(input: $input) { id } }'
    const { errors } = await person.ask(CREATE, { input })
    expect(errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'RATE_LIMITED', argument: 'extraEmails', retryAfterSeconds: expect.any(Number) as number },
    ])
    expect((await person.query('{ clippings { id } }')).clippings).toEqual([])
  })
})
