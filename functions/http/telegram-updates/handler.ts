import { createHash, timingSafeEqual } from 'node:crypto'
import { loadConfigOf } from '@pauta/platform/config/load-config-of'
import { connectDatabase } from '@pauta/platform/database/database'
import { enqueueNotices } from '@pauta/delivery/queues/enqueue-notices'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { connectQueues } from '@pauta/platform/queues/queues'
import {
  confirmTelegramMove,
  linkTelegramChat,
  unlinkTelegramChat,
  type LinkOutcome,
} from '@pauta/delivery/channels/telegram/linking'
import { findTelegramCommand, type TelegramCommand } from '@pauta/delivery/channels/telegram/updates'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { findHeader } from '../cors.ts'
import { observeHttp } from '../observe-http.ts'
import { errorResponse, jsonResponse } from '../responses.ts'
import { telegramUpdates } from './endpoint.ts'

/** An update has one message of at most 4,096 characters, and data about sender and chat. */
const BODY_MAX_BYTES = 64 * 1024

const { settings, database, telegram, deliverEmailQueue } = loadConfigOf(telegramUpdates)
const logger = createLogger({ level: settings.logLevel, fields: { function: 'telegram-updates' } })
const db = connectDatabase(database)
const queues = connectQueues()

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Checks Telegram's secret-token header. Always false when no bot is configured. */
function isFromTelegram(event: APIGatewayProxyEvent): boolean {
  const said = findHeader(event, 'x-telegram-bot-api-secret-token') ?? ''
  return telegram.updatesSecret !== '' && timingSafeEqual(digest(said), digest(telegram.updatesSecret))
}

/** The reply to a person who opened a link. It names the accounts, because the link may come from another person. */
function linkReply(outcome: LinkOutcome): string {
  switch (outcome.kind) {
    case 'linked':
      return `Tudo certo: este chat agora é da conta “${outcome.account}” e recebe os clippings em que ela ligar o Telegram. Para deixar de receber, envie /stop.`
    case 'asked':
      return `Este chat está vinculado à conta “${outcome.present}”. Para passá-lo para a conta “${outcome.account}”, envie /confirmar em até 15 minutos. Se não foi você que pediu, não faça nada.`
    case 'known':
      return `Este chat já está vinculado à conta “${outcome.account}”. Para desvincular, envie /stop.`
    case 'refused':
    default:
      return 'Este link já foi usado ou expirou. Abra o portal e peça um novo link para o Telegram.'
  }
}

async function confirmReply(chatId: string, now: Date): Promise<string> {
  const outcome = await confirmTelegramMove(db, { chatId, now })
  if (outcome.kind === 'none')
    return 'Não há nada para confirmar. Abra o portal e peça o link para o Telegram.'
  await enqueueNotices(db, { queues, urls: { email: deliverEmailQueue.url }, now }).catch((error: unknown) =>
    logger.error({ error }, 'messages for mails about a moved chat were not sent; the sweep will send them'),
  )
  return linkReply(outcome)
}

async function replyTo({ name, argument, chatId, isPrivate }: TelegramCommand): Promise<string> {
  if (name === 'stop')
    return (await unlinkTelegramChat(db, chatId))
      ? 'Este chat foi desvinculado e não receberá mais clippings. Para voltar, peça um novo link no portal.'
      : 'Este chat não está vinculado a nenhuma conta da Pauta.'
  const now = new Date()
  if (name === 'confirmar' && isPrivate) return await confirmReply(chatId, now)
  if (!isPrivate) return 'Converse comigo em particular: só um chat seu pode receber os seus clippings.'
  if (argument === '') return 'Para receber clippings aqui, abra o portal e peça o link para o Telegram.'
  return linkReply(await linkTelegramChat(db, { token: argument, chatId, now }))
}

/** Returns the command in a body, if there is one; undefined for a body that is too long or no update. */
function readBody(event: APIGatewayProxyEvent): { command: TelegramCommand | undefined } | undefined {
  const body = event.body ?? ''
  if (Buffer.byteLength(body) > BODY_MAX_BYTES) return undefined
  try {
    const text = event.isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body
    return { command: findTelegramCommand(JSON.parse(text)) }
  } catch {
    // The caller answers an invalid body with 400.
    return undefined
  }
}

/**
 * Handles messages to the bot: `/start <token>` links the chat, after `/confirmar` if the chat belongs to another
 * account, and `/stop` unlinks the chat. Everything else is ignored. The reply is part of the answer, so no call to
 * Telegram is needed. Failures are answered 503, and Telegram sends the update again.
 */
export const handler = observeHttp({ name: 'telegram-updates', logger }, async (event) => {
  if (!isFromTelegram(event))
    return errorResponse(403, {
      code: 'FORBIDDEN',
      message: 'Este endereço só aceita mensagens do Telegram.',
    })
  const read = readBody(event)
  if (!read)
    return errorResponse(400, { code: 'BAD_REQUEST', message: 'O corpo não é uma atualização do Telegram.' })
  const { command } = read
  if (!command) return jsonResponse(200, {})
  try {
    const text = await replyTo(command)
    return jsonResponse(200, { method: 'sendMessage', chat_id: Number(command.chatId), text })
  } catch (error) {
    logger.error({ error }, 'a command to the bot failed')
    return errorResponse(503, { code: 'SERVICE_UNAVAILABLE', message: 'Serviço indisponível no momento.' })
  }
})
