import { generateRecortes } from '@pauta/agent/generate-recortes'
import { openTail } from '@pauta/core/history/tail'
import { loadConfigOf } from '@pauta/platform/config/load-config-of'
import { connectDatabase } from '@pauta/platform/database/database'
import { openServiceAccounts } from '@pauta/people/tokens/service-accounts'
import { createLogger } from '@pauta/platform/telemetry/logger'
import type { Observation } from '@pauta/platform/telemetry/observation'
import { openObserver } from '@pauta/platform/telemetry/observer'
import { openSignIn } from '@pauta/people/people/sign-in'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { openLanguageModel } from '@pauta/agent/language-model/open-language-model'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { getOperationAST, type DocumentNode } from 'graphql'
import { answerWhole, watchClient } from '../../http/client-stream.ts'
import { corsHeaders, findHeader, preflight } from '../../http/cors.ts'
import { describeRequest } from '../../http/observe-http.ts'
import { recordCodes, recordOperation, recordViewer } from '../request/observe-operation.ts'
import { makeSchema } from '../schema/schema.ts'
import type { StreamContext } from '../request/stream-context.ts'
import { openFollowers } from '../schema/history/follow.ts'
import { beginGeneration, type GenerationServices } from '../schema/agent/generation.ts'
import { stream as streamEndpoint } from './endpoint.ts'
import { FRAME_GAP_MS, frameResults, writeFrames } from './stream-frames.ts'
import { readDocument, runOperation } from './stream-operation.ts'
import { readStreamRequest, type StreamRequest } from './stream-request.ts'
import { getUserId, resolveViewer, serviceVerifier, userVerifier } from '../request/viewer.ts'

/** Delay of an event of an article after its commit, at most. */
const POLL_MS = 1000
/** Time for the end of a subscription before the time-out of the function. */
const RESERVE_MS = 10_000

const config = loadConfigOf(streamEndpoint)
const { corsOrigins, logLevel, version } = config.settings
const logger = createLogger({ level: logLevel, fields: { function: 'stream', version } })
const observer = openObserver({ name: 'stream', logger })
const db = connectDatabase(config.database)
const warn = (error: unknown, what: string) => logger.warn({ error }, what)
const verifiers = [
  serviceVerifier(openServiceAccounts(config.serviceIdentity)),
  userVerifier(openSignIn({ db, config: config.userIdentity, warn })),
]
const sources = { worker: config.agentWorker, model: openLanguageModel(config.languageModel), warn }
const services: GenerationServices = {
  db,
  index: connectSearchIndex(config.index),
  logger,
  streams: config.settings.streams,
  generateRecortes: (run) => generateRecortes(run, sources),
}
const schema = makeSchema()

const follow = openFollowers({ db, tail: openTail({ db, pollMs: POLL_MS, logger }) })

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Stops proxies from buffering the stream.
  'x-accel-buffering': 'no',
}

interface ReadOperation {
  request: StreamRequest
  document: DocumentNode
}

/** The values of an operation for its log line, and when it has to end. */
interface OperationNotes {
  isLate: () => boolean
  observation: Observation
  recordCode: (code: unknown) => void
}

/** Reads the operation of a request, or returns the error for a request that cannot be read or served. */
function readOperation(event: APIGatewayProxyEvent): ReadOperation | { refusal: APIGatewayProxyResult } {
  if (event.httpMethod === 'OPTIONS') return { refusal: preflight(event, corsOrigins) }
  const read = readStreamRequest(event)
  if ('refusal' in read) return read
  const parsed = readDocument(read.request)
  return 'refusal' in parsed ? parsed : { ...parsed, ...read }
}

/** Streams the results of a subscription. Calls `recordCode` with the code of each error. */
async function answerOperation(
  event: APIGatewayProxyEvent,
  stream: awslambda.HttpResponseStream,
  { request, document, observation, recordCode, isLate }: ReadOperation & OperationNotes,
): Promise<void> {
  const signal = watchClient(stream)
  const viewer = await resolveViewer(findHeader(event, 'authorization'), verifiers)
  recordViewer(observation, viewer)
  const generate = (prompt: string) =>
    beginGeneration(services, { prompt, userId: getUserId(viewer), now: new Date(), signal })
  let gapMs = FRAME_GAP_MS
  const contextValue: StreamContext = {
    viewer,
    generate,
    follow: (asked) => {
      // Readers of events are programs, and thousands of events may follow each other.
      gapMs = 0
      return follow({ ...asked, signal, isLate })
    },
  }
  const results = runOperation(schema, document, {
    request,
    contextValue,
    logger,
    recordCode,
  })
  const body = awslambda.HttpResponseStream.from(stream, {
    statusCode: 200,
    headers: { ...STREAM_HEADERS, ...describeAnswer(event) },
  })
  await writeFrames(await frameResults(results, event), body, () => gapMs)
  body.end()
}

/** Does the same and records the operation and its codes for the log line. */
async function answerObserved(
  event: APIGatewayProxyEvent,
  stream: awslambda.HttpResponseStream,
  read: ReadOperation & Pick<OperationNotes, 'observation' | 'isLate'>,
): Promise<void> {
  const { document, request, observation } = read
  const operation = getOperationAST(document, request.operationName)
  if (operation) recordOperation(observation, operation, { schema, document })
  const codes: unknown[] = []
  try {
    await answerOperation(event, stream, { ...read, recordCode: (code) => codes.push(code) })
  } finally {
    recordCodes(observation, codes)
  }
}

/** Returns the headers of every answer. */
const describeAnswer = (event: APIGatewayProxyEvent): Record<string, string> => ({
  ...corsHeaders(event, corsOrigins),
  'x-request-id': event.requestContext.requestId,
})

/** Answers one subscription from API Gateway and writes one log line at the end. */
export const handler = awslambda.streamifyResponse<APIGatewayProxyEvent>(async (event, stream, context) => {
  const read = readOperation(event)
  const refuse = (refusal: APIGatewayProxyResult) =>
    answerWhole(stream, { ...refusal, headers: { ...refusal.headers, ...describeAnswer(event) } })
  if (event.httpMethod === 'OPTIONS' && 'refusal' in read) {
    refuse(read.refusal)
    return
  }
  const isLate = () => context.getRemainingTimeInMillis() < RESERVE_MS
  const status = 'refusal' in read ? read.refusal.statusCode : 200
  await observer(event.requestContext.requestId, async (observation) => {
    Object.assign(observation.fields, describeRequest(event), { status })
    if ('refusal' in read) refuse(read.refusal)
    else await answerObserved(event, stream, { ...read, observation, isLate })
  })
})
