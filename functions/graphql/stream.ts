import { generateRecortes } from '@pauta/agent/generate-recortes'
import { loadConfig } from '@pauta/core/config'
import { connectDatabase } from '@pauta/core/database'
import { openServiceAccounts } from '@pauta/core/identity/service-accounts'
import { createLogger } from '@pauta/core/logger'
import { openSignIn } from '@pauta/core/people/sign-in'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { openLanguageModel } from '@pauta/language-model/language-model'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { DocumentNode } from 'graphql'
import { corsHeaders, findHeader, preflight } from '../http/cors.ts'
import { makeSchema } from './schema.ts'
import { beginGeneration, type GenerationServices } from './schema/agent/generation.ts'
import { frameResults, writeFrames } from './stream-frames.ts'
import { readDocument, runOperation } from './stream-operation.ts'
import { readStreamRequest, type StreamRequest } from './stream-request.ts'
import { getUserId, resolveViewer, serviceVerifier, userVerifier } from './viewer.ts'

const config = loadConfig(
  'settings',
  'database',
  'index',
  'serviceIdentity',
  'userIdentity',
  'agentWorker',
  'languageModel',
)
const { corsOrigins, logLevel, release } = config.settings
const logger = createLogger({ level: logLevel, fields: { function: 'stream', release } })
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
  generateRecortes: (run) => generateRecortes(run, sources),
}
const schema = makeSchema()

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // For proxies that would keep pieces back to send them together.
  'x-accel-buffering': 'no',
}

/** Answers with one piece. Even an empty one is written, as the runtime sends status and headers with the first. */
function answerWhole(
  stream: awslambda.HttpResponseStream,
  { statusCode, headers, body }: APIGatewayProxyResult,
): void {
  const whole = awslambda.HttpResponseStream.from(stream, { statusCode, headers })
  whole.write(body)
  whole.end()
}

/** Reads what the request asks for; what it cannot read or does not serve is answered at once. */
function readOperation(
  event: APIGatewayProxyEvent,
): { request: StreamRequest; document: DocumentNode } | { refusal: APIGatewayProxyResult } {
  if (event.httpMethod === 'OPTIONS') return { refusal: preflight(event, corsOrigins) }
  const read = readStreamRequest(event)
  if ('refusal' in read) return read
  const parsed = readDocument(read.request)
  return 'refusal' in parsed ? parsed : { ...parsed, ...read }
}

/** A signal that is aborted when the stream closes before its end, which Lambda does not always tell. */
function watchClient(stream: awslambda.HttpResponseStream): AbortSignal {
  const gone = new AbortController()
  const leave = () => {
    if (!stream.writableFinished) gone.abort(new Error('The client has gone'))
  }
  stream.once('close', leave)
  stream.once('error', leave)
  return gone.signal
}

/** One subscription as API Gateway hands it over, answered piece by piece. */
export const handler = awslambda.streamifyResponse<APIGatewayProxyEvent>(async (event, stream) => {
  const { requestId } = event.requestContext
  const headers = { ...corsHeaders(event, corsOrigins), 'x-request-id': requestId }
  const operation = readOperation(event)
  if ('refusal' in operation) {
    answerWhole(stream, { ...operation.refusal, headers: { ...operation.refusal.headers, ...headers } })
    return
  }
  const start = performance.now()
  const codes: unknown[] = []
  const signal = watchClient(stream)
  const viewer = await resolveViewer(findHeader(event, 'authorization'), verifiers)
  const generate = (prompt: string) =>
    beginGeneration(services, { prompt, userId: getUserId(viewer), now: new Date(), signal })
  const results = runOperation(schema, operation.document, {
    request: operation.request,
    contextValue: { viewer, generate },
    logger,
    noteCode: (code) => codes.push(code),
  })
  const body = awslambda.HttpResponseStream.from(stream, {
    statusCode: 200,
    headers: { ...STREAM_HEADERS, ...headers },
  })
  await writeFrames(await frameResults(results, event), body)
  body.end()
  logger.info(
    {
      requestId,
      viewer: viewer.kind,
      user: viewer.kind === 'user' ? viewer.userId : undefined,
      milliseconds: Math.round(performance.now() - start),
      codes: codes.length > 0 ? codes : undefined,
    },
    'stream',
  )
})
