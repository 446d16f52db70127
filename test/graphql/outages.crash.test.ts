import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClient, type Answer, type Client } from '../kit/client/client.ts'
import { startEmbeddingService, type EmbeddingService } from '../kit/services/embedding-service.ts'
import { generate } from '../kit/client/event-stream.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { startGate, type Gate } from '../kit/relays/gate.ts'
import { createClipping, newPeople, newPerson, type Person } from '../kit/rows/people.ts'
import { seeded } from '../kit/runner/seeded.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'
import { patient } from '../kit/runner/patience.ts'

const STORES = ['database', 'index', 'aws', 'scheduler', 'userIssuer', 'serviceIssuer'] as const
/** The time-out of API Gateway. */
const GATEWAY_MS = 29_000
const ARTICLES = 12

type Gates = Record<(typeof STORES)[number] | 'embedding', Gate>

let service: EmbeddingService
let gates: Gates
let stack: TestStack

beforeAll(async () => {
  const opened = await Promise.all(
    [...STORES, 'embedding'].map(async (name) => [name, await startGate()] as const),
  )
  gates = Object.fromEntries(opened) as Gates
  service = await startEmbeddingService()
  gates.embedding.leadTo(Number(new URL(service.url).port))
  const { embedding, ...stores } = gates
  stack = await startTestStack({
    gates: stores,
    embedding: { kind: 'http', url: `http://127.0.0.1:${embedding.port}/embed`, model: 'modelo' },
  })
  await stack.publish(
    Array.from({ length: ARTICLES }, (_, i) =>
      anArticle({ uniqueId: `vacina-${i}`, title: 'Vacina da gripe' }),
    ),
  )
})
afterAll(async () => {
  await stack.stop()
  await service.stop()
  await Promise.all(Object.values(gates).map((gate) => gate.stop()))
})

type Extensions = { code: unknown; dependency?: unknown }
const outagesIn = ({ errors }: Pick<Answer<unknown>, 'errors'>): Extensions[] =>
  errors.map(({ extensions }) => extensions as Extensions)
const away = (dependency: string): Extensions => ({ code: 'SERVICE_UNAVAILABLE', dependency })

/** Resolves with the answer, which must come before the gateway's time-out. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await work
  expect(performance.now() - start).toBeLessThan(patient(GATEWAY_MS))
  return result
}

const SEARCH = '{ search(query: "gripe", semantic: true) { found } }'
const SEND = 'mutation ($id: String!) { sendClipping(id: $id) }'
const PREFER = 'mutation ($agency: String!) { updatePushPreferences(preferences: { agencies: [$agency] }) }'
const FEATURES = 'mutation ($id: String!) { upsertFeatures(uniqueId: $id, features: { word_count: 7 }) }'

describe('while its dependencies fail and recover under load', () => {
  const FAILURES = 22

  /** Correct answers by kind. Every other answer must be an error that names the outage. */
  const ASKED: [document: string, isRight: (data: Record<string, unknown>) => boolean][] = [
    ['{ articles { found } }', (data) => JSON.stringify(data) === `{"articles":{"found":${ARTICLES}}}`],
    ['{ agencies { code } }', (data) => JSON.stringify(data) === '{"agencies":[{"code":"mec"}]}'],
    ['{ entity(id: "Q0") { entityId } }', (data) => data['entity'] === null],
    [SEARCH, (data) => JSON.stringify(data) === `{"search":{"found":${ARTICLES}}}`],
    ['{ clippings { id } }', (data) => Array.isArray(data['clippings'])],
    [
      '{ marketplaceListings { total } }',
      (data) => JSON.stringify(data) === '{"marketplaceListings":{"total":0}}',
    ],
  ]

  it('returns correct answers or names the failed dependency, and keeps all acknowledged writes', async () => {
    const people = await newPeople(stack, 16)
    const faults: string[] = []
    let right = 0
    const over = new AbortController()
    const acknowledged = new Map<string, string>()
    const keepAsking = async (person: Person, turn: number) => {
      for (let i = turn; !over.signal.aborted; i++) {
        const [document, isRight] = ASKED[i % ASKED.length] ?? ASKED[0]!
        const answer = await person.ask<Record<string, unknown> | null>(document)
        if (answer.errors.length === 0 && answer.data && isRight(answer.data)) right++
        else if (
          outagesIn(answer).some(({ code }) => code !== 'SERVICE_UNAVAILABLE') ||
          answer.errors.length === 0
        )
          faults.push(`${document}: ${JSON.stringify([answer.status, answer.data, answer.errors])}`)
        if (i % 4 !== 0) continue
        const agency = `orgao-${turn}-${i}`
        const written = await person.ask(PREFER, { agency })
        if (written.errors.length === 0) acknowledged.set(person.email, agency)
        // A failed write may still have been made.
        else acknowledged.delete(person.email)
        if (
          outagesIn(written).some(
            ({ code }) => !['SERVICE_UNAVAILABLE', 'RATE_LIMITED'].includes(String(code)),
          )
        )
          faults.push(`${PREFER}: ${JSON.stringify([written.status, written.errors])}`)
      }
    }
    const asking = people.map(keepAsking)
    const random = seeded(20_261_121)
    for (let failure = 0; failure < FAILURES; failure++) {
      const names = Object.keys(gates) as (keyof Gates)[]
      const gate = gates[names[Math.floor(random() * names.length)] ?? 'database']
      const ways = [() => gate.close(), () => gate.drop(), () => gate.drop('reset'), () => gate.hold()]
      ways[Math.floor(random() * ways.length)]?.()
      await delay(50 + random() * 250)
      gate.open()
      await delay(random() * 100)
    }
    over.abort()
    await Promise.all(asking)
    expect(faults.slice(0, 5)).toEqual([])
    expect(right).toBeGreaterThan(people.length)
    const kept = people.filter(({ email }) => acknowledged.has(email))
    expect(kept.length).toBeGreaterThan(0)
    for (const person of kept)
      expect(await person.query('{ pushPreferences { agencies } }')).toEqual({
        pushPreferences: { agencies: [acknowledged.get(person.email)] },
      })
  })
})

/** Work that an outage interrupts must time out first, which takes as long as a statement may. */
const BACK = { interval: 200 }

/** Reads enough at once to use every connection, so that broken ones are replaced before the next write. */
async function isBack(client: Client): Promise<void> {
  const ask = () => client.codes('{ pushPreferences { agencies } articles { found } }')
  const askAtOnce = async () => (await Promise.all(Array.from({ length: 6 }, ask))).flat()
  await expect.poll(askAtOnce, BACK).toEqual([])
}

describe('dependencies that accept requests and never answer', () => {
  it('queues, schedules and the embedding service: independent fields work, the others return an error', async () => {
    const author = await newPerson(stack)
    const worker = makeClient(stack.stack.graphqlUrl, await stack.stack.serviceToken())
    await isBack(author)
    const id = await createClipping(author)
    const held = [gates.aws, gates.scheduler, gates.embedding]
    for (const gate of held) gate.hold()
    const [sent, made, found, stored] = await Promise.all([
      inTime(author.ask(SEND, { id })),
      inTime(createClipping(author)),
      inTime(author.ask(SEARCH)),
      inTime(worker.query(FEATURES, { id: 'vacina-2' })),
    ])
    for (const gate of held) gate.open()
    expect(outagesIn(sent)).toEqual([away('queue')])
    expect(made).toMatch(/^\w{26}$/)
    expect(found).toMatchObject({ errors: [], data: { search: { found: ARTICLES } } })
    expect(found.extensions['warnings']).toEqual([expect.stringContaining('Busca semântica indisponível')])
    expect(stored).toEqual({ upsertFeatures: true })
    expect(await author.query(SEND, { id })).toEqual({ sendClipping: true })
    expect((await author.ask(SEARCH)).extensions).toEqual({})
  })

  it('the stores and the issuers: every answer comes in time and names them, and they recover', async () => {
    const known = await newPerson(stack)
    await known.id()
    const anonymous = makeClient(stack.stack.graphqlUrl)
    const worker = makeClient(stack.stack.graphqlUrl, await stack.stack.serviceToken())
    const stranger = await newPerson(stack)
    const held = [gates.database, gates.index, gates.userIssuer, gates.serviceIssuer]
    for (const gate of held) gate.hold()
    const codes = async (client: Client, document: string, variables?: Record<string, unknown>) =>
      outagesIn(await inTime(client.ask(document, variables)))
    const answers = await Promise.all([
      codes(anonymous, '{ ping }'),
      codes(anonymous, '{ articles { found } }'),
      codes(anonymous, '{ entity(id: "Q0") { entityId } }'),
      codes(known, '{ pushPreferences { agencies } }'),
      codes(known, PREFER, { agency: 'mec' }),
      codes(stranger, '{ pushPreferences { agencies } }'),
      codes(worker, FEATURES, { id: 'vacina-1' }),
      inTime(generate(`${stack.stack.graphqlUrl}/stream`, known.token, 'vacina')).then(
        ({ extensions }) => extensions,
      ),
      inTime(stack.fetch('/ready')).then(({ status }) => status),
    ])
    for (const gate of held) gate.open()
    const postgresql = [away('postgresql')]
    expect(answers).toEqual([
      [],
      [away('search-index')],
      postgresql,
      postgresql,
      postgresql,
      postgresql,
      postgresql,
      // The stream is a separate function, which has no keys yet.
      [away('identity')],
      503,
    ])
    for (const client of [known, stranger]) await isBack(client)
    await expect.poll(() => worker.codes(FEATURES, { id: 'vacina-1' }), BACK).toEqual([])
  })
})
