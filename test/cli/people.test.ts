import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BELONGINGS, MENTIONS, SUPPRESSION } from '@pauta/people/privacy/belongings'
import { hashOldAddresses } from '@pauta/delivery/ledger/retention'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { addAlert } from '../kit/rows/alerts.ts'
import { createClipping, newPerson, publish, type Person } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'

const COMMAND = 'people'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

const call = makeCommandCaller(() => stack.stack.environment)
const run = (...args: string[]) => call(COMMAND, args)

const SUBSCRIBE = `mutation ($input: SubscribeInput!) { subscribeToClipping(input: $input) { id } }`
const LIKE = 'mutation ($id: String!) { likeMarketplaceListing(listingId: $id) }'

/** Creates a person with a row in every table, and another person whose listing and clipping the first one uses. */
async function makeLife() {
  const [person, other] = [await newPerson(stack), await newPerson(stack)]
  const own = await createClipping(person, { name: 'Meu clipping', extraEmails: ['amiga@exemplo.org'] })
  const ownListing = await publish(person, own)
  const theirs = await createClipping(other, { extraEmails: [person.email, 'outra@exemplo.org'] })
  const theirListing = await publish(other, theirs)
  const second = await publish(other, await createClipping(other))
  for (const liked of [theirListing, second]) await person.query(LIKE, { id: liked })
  await other.query(LIKE, { id: theirListing })
  const deliveryChannels = { email: true }
  await person.query(SUBSCRIBE, { input: { clippingId: theirs, deliveryChannels } })
  await other.query(SUBSCRIBE, { input: { clippingId: own, deliveryChannels } })
  await person.query(`mutation {
    updatePushPreferences(preferences: { agencies: ["mec"] })
    syncPushSubscription(subscription: {
      endpoint: "https://push.example.com/${await person.id()}", keysP256dh: "a", keysAuth: "b" })
  }`)
  await addAlert(stack.db, { email: person.email })
  await fillLedger(await person.id(), own)
  await mailAsOther(await other.id(), person.email)
  return { person, other, own, ownListing, theirs, theirListing, second, id: await person.id() }
}

async function fillLedger(id: string, clippingId: string) {
  const { db } = stack
  await tables.releases.add(
    db,
    Array.from({ length: 250 }, (_, n) => ({
      id: `${clippingId}${n + 1}`,
      clippingId,
      clippingName: 'Meu clipping',
      digestHtml: '<p>"aspas"</p>',
      refTime: timeAgo(n + 1, 'hour'),
    })),
  )
  const [subscription] = await db<{ id: string }[]>`
    select id from subscriptions where clipping_id = ${clippingId} and user_id = ${id}`
  const subscriptionId = subscription?.id ?? ''
  await tables.deliveries.add(db, {
    id: `d${id}`,
    releaseId: `${clippingId}1`,
    subscriptionId,
    userId: id,
    channel: 'webhook',
    address: 'https://gancho.example.com',
  })
  await tables.channelFailures.add(db, { subscriptionId, channel: 'webhook' })
  await tables.telegramLinks.add(db, { userId: id, chatId: `chat ${id}` })
  await tables.agentRuns.add(db, { id: `r${id}`, userId: id, startedAt: new Date() })
  await tables.telegramTokens.add(db, { tokenHash: id, userId: id, expiresAt: new Date() })
  await tables.telegramMoves.add(db, { chatId: id, userId: id, expiresAt: new Date() })
}

/** Writes a delivery of the other person to this person's address, and a complaint of that address. */
async function mailAsOther(otherId: string, email: string) {
  await tables.deliveries.add(stack.db, {
    id: `o${otherId}`,
    userId: otherId,
    kind: 'confirmation',
    channel: 'email',
    address: email,
    payload: { secret: 'of the other' },
  })
  await tables.suppressedAddresses.add(stack.db, { address: email, reason: 'complaint' })
}

const countsOf = async (listingId: string) => {
  const [row] = await stack.db`select like_count, follower_count from listings where id = ${listingId}`
  return row
}

/** Returns the names of the tables that contain the person's id or address. */
async function listTraces({ email }: Person, id: string): Promise<string[]> {
  const tables = await stack.db<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
  const traces: string[] = []
  for (const { name } of tables) {
    const found = await stack.db`
      select 1 from ${stack.db(name)} t
      where position(${id} in t::text) > 0 or position(${email} in lower(t::text)) > 0 limit 1`
    if (found.length > 0) traces.push(name)
  }
  return traces
}

describe('the list of tables with personal data', () => {
  it('contains every table that refers to people, to their clippings or to their subscriptions', async () => {
    const referring = await stack.db<{ name: string }[]>`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid::regclass::text in ('users', 'clippings', 'subscriptions')`
    const known = new Set(BELONGINGS.map(({ name }) => name))
    expect(
      referring.map(({ name }) => name).filter((name) => !known.has(name)),
      'add the table to packages/people/src/privacy/belongings.ts',
    ).toEqual([])
  })
})

describe('npm run people -- export', () => {
  it('prints all data of a person as JSON, by id or by address, and no data of others', async () => {
    const { person, id, theirs } = await makeLife()
    const { code, stdout } = await run('export', '--email', person.email.toUpperCase())
    expect(code).toBe(0)
    const told = JSON.parse(stdout) as Record<string, Record<string, unknown>[]>
    const parts = [...BELONGINGS, ...MENTIONS, SUPPRESSION].map(({ name }) => name)
    expect(Object.keys(told)).toEqual(['person', 'exportedAt', ...parts])
    expect(told['person']).toBe(id)
    expect(parts.filter((name) => told[name]?.length === 0)).toEqual([])
    expect(told['users']).toMatchObject([{ id, email: person.email, email_verified: true }])
    expect(told['releases']).toHaveLength(250)
    expect(told['subscriptions']).toHaveLength(2)
    expect(told['subscriptions_of_others']).toEqual([{ id: expect.any(String), clipping_id: theirs }])
    expect(stdout).not.toContain('of the other')
    expect(stdout).not.toContain('outra@exemplo.org')
    const byId = await run('export', '--user', id)
    expect((JSON.parse(byId.stdout) as typeof told)['identities']).toEqual(told['identities'])
  })
})

describe('npm run people -- erase', () => {
  it('removes nothing without --yes', async () => {
    const { person, id } = await makeLife()
    const { code, stdout } = await run('erase', '--user', id)
    expect(code).toBe(1)
    expect(stdout).toMatch(/releases +250\n/)
    expect(stdout).toContain('--yes')
    expect(await person.query('{ clippings { name } }')).toEqual({
      clippings: expect.arrayContaining([{ name: 'Meu clipping' }]),
    })
  })

  it('removes all data of a person, and corrects the counters of others', async () => {
    const { person, other, id, own, ownListing, theirs, theirListing, second } = await makeLife()
    expect(await countsOf(theirListing)).toEqual({ likeCount: 2, followerCount: 1 })
    expect(await countsOf(second)).toEqual({ likeCount: 1, followerCount: 0 })
    const { code, stdout } = await run('erase', '--email', person.email, '--yes')
    expect(code).toBe(0)
    for (const line of [/^users +1$/m, /^identities +1$/m, /^clippings +1$/m, /^listing_likes +2$/m])
      expect(stdout).toMatch(line)
    expect(stdout).toMatch(/^deliveries_of_others +\d+$/m)
    expect(await listTraces(person, id)).toEqual(['suppressed_addresses'])
    expect(await countsOf(theirListing)).toEqual({ likeCount: 1, followerCount: 0 })
    expect(await countsOf(second)).toEqual({ likeCount: 0, followerCount: 0 })
    const [kept] = await stack.db`
      select extra_emails from subscriptions where clipping_id = ${theirs} and role = 'AUTHOR'`
    expect(kept).toEqual({ extraEmails: ['outra@exemplo.org'] })
    expect(
      await other.query(`{ marketplaceListing(id: "${ownListing}") { id } clipping(id: "${own}") { id } }`),
    ).toEqual({ marketplaceListing: null, clipping: null })
    const told =
      await stack.db`select payload from deliveries where kind = 'clipping-ended' and user_id = ${await other.id()}`
    expect(told).toEqual([{ payload: { clippingId: own, clippingName: 'Meu clipping' } }])
    expect(await run('erase', '--user', id, '--yes')).toMatchObject({ code: 2 })
  })

  it('removes mails to the person from the ledgers of others, also after the purge has hashed the address', async () => {
    const [person, other] = [await newPerson(stack), await newPerson(stack)]
    await person.id()
    await mailAsOther(await other.id(), person.email)
    await tables.deliveries.add(stack.db, {
      id: `s${await other.id()}`,
      userId: await other.id(),
      kind: 'confirmation',
      channel: 'email',
      address: 'outra@exemplo.org',
    })
    // Their own mail is counted among their own deliveries alone.
    await tables.deliveries.add(stack.db, {
      id: `s${await person.id()}`,
      userId: await person.id(),
      kind: 'confirmation',
      channel: 'email',
      address: person.email,
    })
    const later = new Date(Date.now() + 1000)
    expect(await hashOldAddresses(stack.db, { before: later, limit: 1000 })).toBeGreaterThan(1)
    const { stdout } = await run('erase', '--email', person.email, '--yes')
    expect(stdout).toMatch(/^deliveries_of_others +1$/m)
    const left = await stack.db`select id from deliveries where user_id = ${await other.id()}`
    expect(left).toEqual([{ id: `s${await other.id()}` }])
  })

  it('creates a new person when an erased person logs in again', async () => {
    const idOf = async () => {
      const [row] = await stack.db<{ userId: string }[]>`
        select user_id from identities where subject = 'volta'`
      return row?.userId ?? 'nobody'
    }
    await (await newPerson(stack, { sub: 'volta', name: 'Antes' })).query('{ ping }')
    const before = await idOf()
    expect((await run('erase', '--user', before, '--yes')).code).toBe(0)
    expect(await idOf()).toBe('nobody')
    await (await newPerson(stack, { sub: 'volta', name: 'Depois' })).query('{ ping }')
    expect([before, 'nobody']).not.toContain(await idOf())
  })
})

describe('npm run people', () => {
  it('refuses an address of several people, and an unknown address', async () => {
    const email = 'comum@exemplo.org'
    const people = [
      await newPerson(stack, { email, email_verified: false }),
      await newPerson(stack, { email, email_verified: false }),
    ]
    const ids = [await people[0]?.id(), await people[1]?.id()]
    const several = await run('export', '--email', email)
    expect(several).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--user') })
    // The oldest account comes first.
    expect(several.stderr.match(/^ {2}\S+$/gm)?.map((line) => line.trim())).toEqual(
      ids.toSorted((a = '', b = '') => (a < b ? -1 : 1)),
    )
    const nobody = await run('erase', '--email', 'ninguem@exemplo.org', '--yes')
    expect(nobody).toMatchObject({ code: 2, stderr: 'No person has ninguem@exemplo.org.\n' })
  })

  it('keeps data with an address that the person has not verified', async () => {
    const owner = await newPerson(stack)
    const impostor = await newPerson(stack, { email: owner.email, email_verified: false })
    const other = await newPerson(stack)
    await createClipping(other, { extraEmails: [owner.email] })
    expect((await run('erase', '--user', await impostor.id(), '--yes')).code).toBe(0)
    const [kept] = await stack.db`
      select extra_emails from subscriptions where user_id = ${await other.id()}`
    expect(kept).toEqual({ extraEmails: [owner.email] })
  })

  it('refuses wrong arguments with 2 and prints the usage', async () => {
    for (const args of [[], ['export'], ['export', '--user', 'a', '--email', 'b'], ['forget', '--user', 'a']])
      expect(await run(...args)).toMatchObject({ code: 2, stdout: expect.stringContaining('npm run') })
    expect(await run('--help')).toMatchObject({ code: 0 })
  })
})
