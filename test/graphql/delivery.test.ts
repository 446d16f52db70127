import { loadConfig } from '@pauta/platform/config/config'
import { beforeAll, describe, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { newPerson, type Person } from '../kit/rows/people.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { uniqueName } from '../kit/stack/stack.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'

let stack: SharedStack
let reader: Person

beforeAll(async () => {
  stack = await shareTestStack()
  reader = await newPerson(stack)
  await stack.publish([
    anArticle({ agencyKey: 'saude', themeL1Code: '03', themeL1Label: 'Saúde' }),
    anArticle({ agencyKey: 'mec', themeL1Code: '02', themeL1Label: 'Educação' }),
    anArticle({ agencyKey: 'agencia_brasil' }),
  ])
})

const SYNC =
  'mutation ($subscription: PushSubscriptionInput!) { syncPushSubscription(subscription: $subscription) }'
const PREFER =
  'mutation ($preferences: PushPreferencesInput!) { updatePushPreferences(preferences: $preferences) }'

const aSubscription = (changes: Record<string, unknown> = {}) => ({
  endpoint: `https://push.exemplo.com/${uniqueName('navegador')}`,
  keysP256dh: 'chave-p256dh',
  keysAuth: 'chave-auth',
  ...changes,
})
const sync = (person: Person, subscription: Record<string, unknown>) => person.query(SYNC, { subscription })
const endpointsOf = async (person: Person) => {
  const rows = await stack.db<{ endpoint: string }[]>`
    select endpoint from push_subscriptions where user_id = ${await person.id()} order by endpoint`
  return rows.map(({ endpoint }) => endpoint)
}

describe('syncPushSubscription', () => {
  it('stores a browser, and accepts its new keys', async () => {
    const person = await newPerson(stack)
    const subscription = aSubscription({ keysAuth: ' chave ' })
    expect(await sync(person, subscription)).toEqual({ syncPushSubscription: true })
    await sync(person, { ...subscription, keysP256dh: 'nova' })
    const rows = await stack.db`
      select endpoint, keys_p256dh, keys_auth from push_subscriptions where user_id = ${await person.id()}`
    expect([...rows]).toEqual([{ endpoint: subscription.endpoint, keysP256dh: 'nova', keysAuth: 'chave' }])
  })

  it('protects an endpoint from people who do not have its keys', async () => {
    const [first, second] = [await newPerson(stack), await newPerson(stack)]
    const subscription = aSubscription()
    await sync(first, subscription)
    for (const changes of [{ keysAuth: 'outra' }, { keysP256dh: 'outra' }]) {
      const { errors } = await second.ask(SYNC, { subscription: { ...subscription, ...changes } })
      expect(errors.map(({ extensions }) => extensions)).toEqual([
        { code: 'CONFLICT', argument: 'subscription.endpoint' },
      ])
    }
    expect(await endpointsOf(first)).toEqual([subscription.endpoint])
    expect(await endpointsOf(second)).toEqual([])
  })

  it('assigns an endpoint to the person who synced it last with the same keys', async () => {
    const [first, second] = [await newPerson(stack), await newPerson(stack)]
    const subscription = aSubscription()
    await sync(first, subscription)
    await sync(second, subscription)
    expect(await endpointsOf(first)).toEqual([])
    expect(await endpointsOf(second)).toEqual([subscription.endpoint])
  })

  it('keeps the twenty browsers that synced last', async () => {
    const person = await newPerson(stack)
    const endpoints = Array.from(
      { length: 21 },
      (_, i) => `https://push.exemplo.com/${String.fromCharCode(97 + i)}`,
    )
    for (const endpoint of endpoints) await sync(person, aSubscription({ endpoint }))
    expect(await endpointsOf(person)).toEqual(endpoints.slice(1))
    // Of browsers that synced at one moment, the last address goes. The rows are written in the opposite order.
    for (const endpoint of endpoints.toReversed())
      await tables.pushSubscriptions.set(stack.db, { endpoint }, { updatedAt: timeAgo(1, 'hour') })
    await tables.pushSubscriptions.set(
      stack.db,
      { userId: await person.id() },
      { updatedAt: timeAgo(1, 'hour') },
    )
    await sync(person, aSubscription({ endpoint: `${endpoints[0]}a` }))
    expect(await endpointsOf(person)).toEqual([`${endpoints[0]}a`, ...endpoints.slice(1, -1)])
  })

  it('accepts an origin that the stage exempts', async () => {
    const endpoint = `${stack.providers.origin}/push/navegador`
    expect(await sync(reader, aSubscription({ endpoint }))).toEqual({ syncPushSubscription: true })
  })

  it.each([
    ['an address without TLS', { endpoint: 'http://push.exemplo.com/x' }, 'subscription.endpoint'],
    ['an inner address', { endpoint: 'https://127.0.0.1/x' }, 'subscription.endpoint'],
    ['another port', { endpoint: 'https://push.exemplo.com:8443/x' }, 'subscription.endpoint'],
    ['no address', { endpoint: '' }, 'subscription.endpoint'],
    ['an empty key', { keysP256dh: ' ' }, 'subscription.keysP256dh'],
    ['a key of 513 characters', { keysP256dh: 'k'.repeat(513) }, 'subscription.keysP256dh'],
    ['an empty secret', { keysAuth: '' }, 'subscription.keysAuth'],
    ['a secret of 513 characters', { keysAuth: 'k'.repeat(513) }, 'subscription.keysAuth'],
  ])('refuses %s and names the field', async (_, changes, argument) => {
    const { errors } = await reader.ask(SYNC, { subscription: aSubscription(changes) })
    expect(errors.map((error) => error.extensions)).toEqual([{ code: 'BAD_USER_INPUT', argument }])
    expect(errors[0]?.message).toMatch(new RegExp(`^${argument}: `))
  })

  it('accepts keys of 512 characters, and needs an account', async () => {
    const keys = { keysP256dh: 'k'.repeat(512), keysAuth: 'k'.repeat(512) }
    expect(await reader.codes(SYNC, { subscription: aSubscription(keys) })).toEqual([])
    expect(await stack.codes(SYNC, { subscription: aSubscription() })).toEqual(['UNAUTHENTICATED'])
  })
})

describe('push preferences', () => {
  const agenciesOf = async (person: Person) =>
    (await person.query('{ pushPreferences { agencies } }')).pushPreferences

  it('are empty before they are set, and replaced completely', async () => {
    const person = await newPerson(stack)
    expect(await agenciesOf(person)).toEqual({ agencies: [] })
    const first = { agencies: ['saude', ' mec ', 'saude'], themes: ['03', 'não existe'] }
    expect(await person.query(PREFER, { preferences: first })).toEqual({ updatePushPreferences: true })
    expect(await agenciesOf(person)).toEqual({ agencies: ['saude', 'mec'] })
    const find = async () =>
      (
        await stack.db`select agencies, themes, enabled from push_preferences where user_id = ${await person.id()}`
      )[0]
    expect(await find()).toEqual({ agencies: ['saude', 'mec'], themes: ['03', 'não existe'], enabled: true })
    await person.query(PREFER, { preferences: { themes: ['02'], enabled: false } })
    expect(await find()).toEqual({ agencies: [], themes: ['02'], enabled: false })
    expect(await agenciesOf(person)).toEqual({ agencies: [] })
    expect(await agenciesOf(reader)).toEqual({ agencies: [] })
  })

  it('start now when push was off, and continue when it was on', async () => {
    const person = await newPerson(stack)
    const long = new Date('2026-01-01T00:00:00Z')
    const pushedUntil = async () => {
      const [row] = await stack.db<{ pushedUntil: Date }[]>`
        select pushed_until from push_preferences where user_id = ${await person.id()}`
      return row?.pushedUntil.getTime() ?? 0
    }
    const setBack = async () =>
      tables.pushPreferences.set(stack.db, { userId: await person.id() }, { pushedUntil: long })
    const start = Date.now()
    await person.query(PREFER, { preferences: {} })
    expect(await pushedUntil()).toBeGreaterThanOrEqual(start)
    await setBack()
    await person.query(PREFER, { preferences: { enabled: false } })
    expect(await pushedUntil()).toBe(long.getTime())
    await person.query(PREFER, { preferences: { agencies: ['mec'] } })
    expect(await pushedUntil()).toBeGreaterThanOrEqual(start)
  })

  const many = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`)
  it.each([
    ['201 agencies', { agencies: many(201) }, 'LIMIT_EXCEEDED', 'preferences.agencies'],
    ['201 themes', { themes: many(201) }, 'LIMIT_EXCEEDED', 'preferences.themes'],
    ['a blank agency', { agencies: ['mec', ' '] }, 'BAD_USER_INPUT', 'preferences.agencies[1]'],
    ['a theme of 129 characters', { themes: ['x'.repeat(129)] }, 'BAD_USER_INPUT', 'preferences.themes[0]'],
    ['a NUL', { themes: ['a\u0000'] }, 'BAD_USER_INPUT', 'preferences.themes[0]'],
  ])('refuse %s and name the field', async (_, preferences, code, argument) => {
    const { errors } = await reader.ask(PREFER, { preferences })
    expect(errors.map((error) => error.extensions)).toEqual([{ code, argument }])
    expect(errors[0]?.message.startsWith(`${argument}: `)).toBe(true)
  })

  it('accept 200 of each, and need an account', async () => {
    const preferences = { agencies: many(200), themes: many(200) }
    expect(await (await newPerson(stack)).codes(PREFER, { preferences })).toEqual([])
    expect(await stack.codes(PREFER, { preferences: {} })).toEqual(['UNAUTHENTICATED'])
    expect(await stack.codes('{ pushPreferences { agencies } }')).toEqual(['UNAUTHENTICATED'])
  })
})

describe('pushFiltersData', () => {
  const LISTS = 'themes { code label } agencies { code label isRepublisher }'

  it('returns the catalogue, and needs an account', async () => {
    const catalogue = await stack.query(`{ ${LISTS} }`)
    expect(catalogue.themes).toHaveLength(2)
    expect(catalogue.agencies).toHaveLength(3)
    expect(await reader.query(`{ pushFiltersData { ${LISTS} } }`)).toEqual({ pushFiltersData: catalogue })
    expect(await stack.codes(`{ pushFiltersData { ${LISTS} } }`)).toEqual(['UNAUTHENTICATED'])
  })
})

it('pushPublicKey is the key that signs pushes, for everybody', async () => {
  const { publicKey } = loadConfig('push').push
  expect(await stack.query('{ pushPublicKey }')).toEqual({ pushPublicKey: publicKey })
  // An uncompressed point of P-256, as \`applicationServerKey\` needs it.
  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
})

describe('currentUserHasTelegramLinked', () => {
  const ASK = '{ currentUserHasTelegramLinked }'

  it('is false without an account or a link, and true with one', async () => {
    const person = await newPerson(stack)
    expect(await stack.query(ASK)).toEqual({ currentUserHasTelegramLinked: false })
    expect(await person.query(ASK)).toEqual({ currentUserHasTelegramLinked: false })
    await tables.telegramLinks.add(stack.db, { userId: await person.id(), chatId: '42' })
    expect(await person.query(ASK)).toEqual({ currentUserHasTelegramLinked: true })
    expect(await reader.query(ASK)).toEqual({ currentUserHasTelegramLinked: false })
  })
})
