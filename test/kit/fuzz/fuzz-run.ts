import { inspect } from 'node:util'
import { makeSchema } from '@pauta/functions/graphql/schema/schema'
import fc from 'fast-check'
import { anArticle } from '../rows/factories.ts'
import { createClipping, newPerson, publish, type Person } from '../rows/people.ts'
import { uniqueName, type TestStack } from '../stack/stack.ts'
import { HOSTILE_TEXTS } from './hostile-values.ts'
import { randomRequest, type CallerKind, type RandomRequest } from './random-request.ts'
import { patient } from '../runner/patience.ts'

/** Concurrent requests, fewer than a function has environments, so that none waits for another. */
const AT_ONCE = 4
/** With at most two mutations in each, fewer than a person may send in a minute. */
const REQUESTS_PER_PERSON = 30
/** Number of faults after which the run stops: enough to find their cause. */
const FAULTS_MAX = 20
/** A slower answer counts as a fault, also on a busy machine. */
const HANG_MS = 29_000

const CODES = new Set([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'BAD_USER_INPUT',
  'NOT_FOUND',
  'CONFLICT',
  'LIMIT_EXCEEDED',
  'RATE_LIMITED',
  'WRONG_ENDPOINT',
  'BAD_REQUEST',
  'PERSISTED_QUERY_NOT_FOUND',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
])
/** Beginnings of messages of graphql-js and Apollo Server. Callers should get Portuguese. */
const ENGLISH =
  /^(?:Syntax Error|Cannot|Unknown|Variable|Field|Fields|Argument|Expected|Fragment|There can|Directive|The |Int cannot|Float cannot|String cannot|Boolean cannot|Value |Enum |GET requests|POST body|GraphQL |Apollo |Operation |Must |This |Too many|Document )/
const PAYLOAD_TOO_LARGE = 413
const STATUSES = new Set([200, 400, 404, 405, PAYLOAD_TOO_LARGE, 415])

/** Returns the fault of an answer, or undefined. */
type Judge = (status: number, contentType: string, text: string) => string | undefined

interface FoundError {
  message: unknown
  path?: unknown
  extensions?: { code?: unknown }
}

function judgeErrors(errors: unknown): string | undefined {
  if (errors === undefined) return undefined
  if (!Array.isArray(errors) || errors.length === 0) return 'errors that are no list'
  for (const { message, path, extensions } of errors as FoundError[]) {
    if (typeof message !== 'string' || message === '') return 'an error without a message'
    // Without a path, the document or its variables are wrong: graphql-js's English is for developers of clients.
    if (path !== undefined && ENGLISH.test(message)) return `English: ${message}`
    if (!CODES.has(String(extensions?.code))) return `the code ${String(extensions?.code)}: ${message}`
  }
  return undefined
}

function judgeJson(text: string): string | undefined {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return `no JSON: ${text.slice(0, 80)}`
  }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return 'no object'
  if (!('data' in answer) && !('errors' in answer)) return `neither data nor errors: ${text.slice(0, 80)}`
  return judgeErrors('errors' in answer ? answer.errors : undefined)
}

/** The explanation for a GET without a query that accepts any type. */
const isWelcome = (status: number, contentType: string, text: string) =>
  status === 200 && contentType.startsWith('text/plain') && text.startsWith('Pauta: API GraphQL')

/** A JSON answer with coded errors, or the welcome. */
export const judgeAnswer: Judge = (status, contentType, text) => {
  // The gateway's own answer to a request that reaches no function.
  if (status === PAYLOAD_TOO_LARGE && text.includes('LIMIT_EXCEEDED')) return undefined
  if (!STATUSES.has(status)) return `status ${status}: ${text.slice(0, 80)}`
  if (isWelcome(status, contentType, text)) return undefined
  if (!contentType.includes('json')) return `content type ${contentType}`
  return judgeJson(text)
}

/** Frames up to `complete`, or a JSON answer with coded errors. */
export const judgeStream: Judge = (status, contentType, text) => {
  if (!contentType.startsWith('text/event-stream')) return judgeAnswer(status, contentType, text)
  if (!text.includes('event: complete')) return 'a stream without an end'
  const frames = text.split('\n').filter((line) => line.startsWith('data: {'))
  return frames.map((line) => judgeJson(line.slice('data: '.length))).find((fault) => fault !== undefined)
}

const HOUR_MS = 3_600_000

/** Creates articles, people and clippings for the operations, hostile texts among them. */
async function furnish(stack: TestStack): Promise<{ known: string[]; author: Person }> {
  const texts = HOSTILE_TEXTS.filter(
    (text) => text.trim() !== '' && text.length < 200 && !text.includes('\0'),
  )
  await stack.publish(
    texts.map((text, i) =>
      anArticle({
        uniqueId: `hostil-${i}`,
        title: text,
        content: text,
        tags: [text],
        summary: text,
        publishedAt: new Date(Date.now() - i * HOUR_MS).toISOString(),
      }),
    ),
    texts.slice(0, 10).map((_, i) => ({
      uniqueId: `hostil-${i}`,
      features: {
        view_count: i,
        sentiment: { label: 'positive', score: 0.5 },
        entities: [{ text: 'Ministério da Saúde', type: 'ORG', count: 1, canonical_id: 'Q155' }],
      },
    })),
  )
  const author = await newPerson(stack)
  const clippingId = await createClipping(author)
  const listingId = await publish(author, clippingId)
  const own = await createClipping(author, { name: 'Próprio' })
  const releaseId = uniqueName('release')
  await stack.db`
    insert into releases (id, clipping_id, clipping_name, digest_html, article_ids, articles_count, ref_time,
      created_at)
    values (${releaseId}, ${clippingId}, 'Saúde', '<html></html>', ${['hostil-1']}, 1, now(), now())`
  const known = ['hostil-1', 'hostil-2', clippingId, own, listingId, releaseId, 'mec', '03', 'Q155', 'vacina']
  return { known, author }
}

/** Tokens by kind of caller. Changes the person before one sends too much. */
function makeTokens(stack: TestStack, author: Person): (kind: CallerKind) => Promise<string | undefined> {
  let asked = 0
  let user: Promise<string> = Promise.resolve(author.token)
  const service = stack.stack.serviceToken()
  return async (kind) => {
    if (kind === 'anonymous') return undefined
    if (kind === 'service') return await service
    asked += 1
    if (asked % REQUESTS_PER_PERSON === 0) user = newPerson(stack).then(({ token }) => token)
    return await user
  }
}

/** Random requests to one endpoint. */
export interface Fuzzing {
  /** Path of the endpoint. */
  path: string
  keyword: 'query' | 'mutation' | 'subscription'
  count: number
  judge: Judge
}

async function findFault(
  url: string,
  request: RandomRequest,
  token: string | undefined,
  judge: Judge,
): Promise<string | undefined> {
  const headers =
    token === undefined ? request.headers : { ...request.headers, authorization: `Bearer ${token}` }
  try {
    const response = await fetch(`${url}${request.search}`, {
      method: request.method,
      headers,
      body: request.body ?? null,
      signal: AbortSignal.timeout(patient(HANG_MS)),
    })
    return judge(response.status, response.headers.get('content-type') ?? '', await response.text())
  } catch (error) {
    return `no answer: ${inspect(error)}`
  }
}

/**
 * Sends random requests, equal for equal seeds. Returns the faults of their answers: a line with the seed for each, and
 * one with the request.
 */
export async function fuzz(stack: TestStack, parts: readonly Fuzzing[], seed: number): Promise<string[]> {
  const schema = makeSchema()
  const { known, author } = await furnish(stack)
  const tokenOf = makeTokens(stack, author)
  const faults: string[] = []
  for (const { path, keyword, count, judge } of parts) {
    const requests = fc.sample(randomRequest(schema, keyword, known), { numRuns: count, seed })
    const url = new URL(path, stack.stack.graphqlUrl).href
    const send = async () => {
      for (let request = requests.pop(); request && faults.length < FAULTS_MAX; request = requests.pop()) {
        const fault = await findFault(url, request, await tokenOf(request.caller), judge)
        if (fault !== undefined) faults.push(`seed ${seed}: ${fault}\n${JSON.stringify(request)}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, send))
  }
  return faults
}
