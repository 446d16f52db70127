import { createHash, timingSafeEqual } from 'node:crypto'
import { loadConfig } from '@pauta/core/config'
import { connectDatabase } from '@pauta/core/database'
import { createLogger } from '@pauta/core/logger'
import { linkTelegramChat, unlinkTelegramChat, type LinkOutcome } from '@pauta/core/telegram/linking'
import { findTelegramCommand, type TelegramCommand } from '@pauta/core/telegram/updates'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { findHeader } from './cors.ts'
import { observeHttp } from './observe-http.ts'
import { errorResponse, jsonResponse } from './responses.ts'

/** An update carries one message of a person, of 4,096 characters at most, and what Telegram knows of both. */
const BODY_MAX_BYTES = 64 * 1024

const { settings, database, telegram } = loadConfig('settings', 'database', 'telegram')
const logger = createLogger({ level: settings.logLevel, fields: { function: 'telegram-updates' } })
const db = connectDatabase(database)

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether Telegram says the word that we gave it. Nobody does where there is no bot. */
function isFromTelegram(event: APIGatewayProxyEvent): boolean {
  const said = findHeader(event, 'x-telegram-bot-api-secret-token') ?? ''
  return telegram.updatesSecret !== '' && timingSafeEqual(digest(said), digest(telegram.updatesSecret))
}

const LINK_REPLIES: Record<LinkOutcome, string> = {
  linked:
    'Tudo certo: este chat agora recebe os clippings em que você ligar o Telegram. Para deixar de receber, envie /stop.',
  known: 'Este chat já está vinculado a uma conta da Pauta. Para desvincular, envie /stop.',
  refused: 'Este link já foi usado ou expirou. Abra o portal e peça um novo link para o Telegram.',
}

async function replyTo({ name, argument, chatId, isPrivate }: TelegramCommand): Promise<string> {
  if (name === 'stop')
    return (await unlinkTelegramChat(db, chatId))
      ? 'Este chat foi desvinculado e não receberá mais clippings. Para voltar, peça um novo link no portal.'
      : 'Este chat não está vinculado a nenhuma conta da Pauta.'
  if (!isPrivate) return 'Converse comigo em particular: só um chat seu pode receber os seus clippings.'
  if (argument === '') return 'Para receber clippings aqui, abra o portal e peça o link para o Telegram.'
  return LINK_REPLIES[await linkTelegramChat(db, { token: argument, chatId, now: new Date() })]
}

/** The command in a body, or what is wrong with the body. */
function readBody(event: APIGatewayProxyEvent): { command: TelegramCommand | undefined } | undefined {
  const body = event.body ?? ''
  if (Buffer.byteLength(body) > BODY_MAX_BYTES) return undefined
  try {
    const text = event.isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body
    return { command: findTelegramCommand(JSON.parse(text)) }
  } catch {
    // Text that is no update is an answer of its own, whatever it lacks.
    return undefined
  }
}

/**
 * What people say to the bot: `/start <token>` makes the chat theirs, `/stop` ends that; everything else is let go by.
 * The reply travels in the answer, so that no call to Telegram is needed. What fails is answered 503, and Telegram
 * repeats the update.
 */
export const handler = observeHttp({ name: 'telegram-updates', settings, logger }, async (event) => {
  if (!isFromTelegram(event))
    return errorResponse(403, { code: 'FORBIDDEN', message: 'Só o Telegram fala neste endereço.' })
  const read = readBody(event)
  if (!read)
    return errorResponse(400, { code: 'BAD_REQUEST', message: 'O corpo não é uma atualização do Telegram.' })
  const { command } = read
  if (!command) return jsonResponse(200, {})
  try {
    const text = await replyTo(command)
    return jsonResponse(200, { method: 'sendMessage', chat_id: Number(command.chatId), text })
  } catch (error) {
    logger.error({ error }, 'a command to the bot could not be followed')
    return errorResponse(503, { code: 'SERVICE_UNAVAILABLE', message: 'Serviço indisponível no momento.' })
  }
})
