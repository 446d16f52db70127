import { loadConfigOf } from '@pauta/platform/config/load-config-of'
import { connectDatabase, readRows } from '@pauta/platform/database/database'
import { PublicError } from '@pauta/platform/errors'
import { findBearerToken } from '@pauta/people/tokens/unverified-token'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { takeActions, type ActionLimit } from '@pauta/people/people/action-limit'
import { openSignIn } from '@pauta/people/people/sign-in'
import { mintTelegramToken } from '@pauta/delivery/channels/telegram/link-tokens'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { corsHeaders, findHeader, preflight } from '../cors.ts'
import { failureResponse } from '../failures.ts'
import { observeHttp } from '../observe-http.ts'
import { jsonResponse } from '../responses.ts'
import { telegramLink } from './endpoint.ts'

const LINKS: ActionLimit = { action: 'telegram-link', max: 20, windowSeconds: 3600 }

const { settings, database, userIdentity, telegram } = loadConfigOf(telegramLink)
const logger = createLogger({ level: settings.logLevel, fields: { function: 'telegram-link' } })
const db = connectDatabase(database)
const signIn = openSignIn({ db, config: userIdentity, warn: (error, what) => logger.warn({ error }, what) })

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

/** Returns a deep link that links a Telegram chat to the caller: valid once, within 15 minutes. */
export const handler = observeHttp({ name: 'telegram-link', logger }, async (event) => {
  if (event.httpMethod === 'OPTIONS') return preflight(event, settings.corsOrigins)
  const result = await makeLink(event).then(
    (link) => jsonResponse(200, link),
    (error: unknown) => failureResponse(error, logger),
  )
  return { ...result, headers: { ...result.headers, ...corsHeaders(event, settings.corsOrigins) } }
})
