import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase, readRows } from '@pauta/platform/database/database'
import { PublicError, type ErrorCode } from '@pauta/platform/errors'
import { findBearerToken } from '@pauta/people/identity/unverified-token'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { takeActions, type ActionLimit } from '@pauta/people/people/action-limit'
import { openSignIn } from '@pauta/people/people/sign-in'
import { mintTelegramToken } from '@pauta/delivery/channels/telegram/link-tokens'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { corsHeaders, findHeader, preflight } from './cors.ts'
import { observeHttp } from './observe-http.ts'
import { errorResponse, jsonResponse } from './responses.ts'

const LINKS: ActionLimit = { action: 'telegram-link', max: 20, windowSeconds: 3600 }

const { settings, database, userIdentity, telegram } = loadConfig(
  'settings',
  'database',
  'userIdentity',
  'telegram',
)
const logger = createLogger({ level: settings.logLevel, fields: { function: 'telegram-link' } })
const db = connectDatabase(database)
const signIn = openSignIn({ db, config: userIdentity, warn: (error, what) => logger.warn({ error }, what) })

/** As on /graphql, a missing login is no 401, because clients would refresh their token in a loop. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  UNAUTHENTICATED: 403,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  SERVICE_UNAVAILABLE: 503,
}

async function makeLink(event: APIGatewayProxyEvent): Promise<{ url: string }> {
  if (telegram.botName === '') throw new PublicError('NOT_FOUND', 'Este serviço não tem um bot no Telegram.')
  const token = findBearerToken(findHeader(event, 'authorization'))
  const userId = token === undefined ? undefined : await signIn.find(token)
  if (userId === undefined) throw new PublicError('UNAUTHENTICATED', 'Entre na sua conta para continuar.')
  const now = new Date()
  await readRows(() => takeActions(db, userId, LINKS, { count: 1, now }))
  const start = await readRows(() => mintTelegramToken(db, { userId, now }))
  return { url: `https://t.me/${encodeURIComponent(telegram.botName)}?start=${start}` }
}

function refuse(error: unknown): APIGatewayProxyResult {
  const known = error instanceof PublicError ? error : undefined
  const code = known?.code ?? 'INTERNAL'
  const status = STATUS[code] ?? 500
  if (status >= 500) logger.error({ error }, 'creating a Telegram link failed')
  const message = known?.message ?? 'Erro inesperado. Tente de novo em alguns minutos.'
  const seconds = known?.details['retryAfterSeconds']
  return errorResponse(
    status,
    { code, message },
    typeof seconds === 'number' ? { 'retry-after': String(seconds) } : {},
  )
}

/** Returns a deep link that links a Telegram chat to the caller: valid once, within 15 minutes. */
export const handler = observeHttp({ name: 'telegram-link', settings, logger }, async (event) => {
  if (event.httpMethod === 'OPTIONS') return preflight(event, settings.corsOrigins)
  const result = await makeLink(event).then((link) => jsonResponse(200, link), refuse)
  return { ...result, headers: { ...result.headers, ...corsHeaders(event, settings.corsOrigins) } }
})
