import { createHash, timingSafeEqual } from 'node:crypto'
import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase } from '@pauta/platform/database/database'
import { wakeNotices } from '@pauta/delivery/ledger/wake-notices'
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
import { findHeader } from './cors.ts'
import { observeHttp } from './observe-http.ts'
import { errorResponse, jsonResponse } from './responses.ts'

/** An update carries one message of a person, of 4,096 characters at most, and what Telegram knows of both. */
const BODY_MAX_BYTES = 64 * 1024

const { settings, database, telegram, deliverEmailQueue } = loadConfig(
  'settings',
  'database',
  'telegram',
  'deliverEmailQueue',
)
const logger = createLogger({ level: settings.logLevel, fields: { function: 'telegram-updates' } })
const db = connectDatabase(database)
const queues = connectQueues()

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether Telegram says the word that we gave it. Nobody does where there is no bot. */
function isFromTelegram(event: APIGatewayProxyEvent): boolean {
  const said = findHeader(event, 'x-telegram-bot-api-secret-token') ?? ''
  return telegram.updatesSecret !== '' && timingSafeEqual(digest(said), digest(telegram.updatesSecret))
}

/** The reply to whoever opened a link. Accounts are named, as the link may be another person's. */
function linkReply(outcome: LinkOutcome): string {
  switch (outcome.kind) {
    case 'linked':
      return `Tudo certo: este chat agora é da conta “${outcome.account}” e recebe os clippings em que ela ligar o Telegram. Para deixar de receber, envie /stop.`
    case 'asked':
      return `Este chat está vinculado à conta “${outcome.present}”. Para passá-lo para a conta “${outcome.account}”, envie /confirmar em até 15 minutos. Se não foi você que pediu, não faça nada.`
    case 'known':
      return `Este chat já está vinculado à conta “${outcome.account}”. Para desvincular, envie /stop.`
    case 'refused':
      return 'Este link já foi usado ou expirou. Abra o portal e peça um novo link para o Telegram.'
  }
}

async function confirmReply(chatId: string, now: Date): Promise<string> {
  const outcome = await confirmTelegramMove(db, { chatId, now })
  if (outcome.kind === 'none')
    return 'Não há nada para confirmar. Abra o portal e peça o link para o Telegram.'
  await wakeNotices(db, { queues, urls: { email: deliverEmailQueue.url }, now }).catch((error: unknown) =>
    logger.error({ error }, 'mails about a moved chat were not woken: the sweep finds them'),
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
 * What people say to the bot: `/start <token>` makes the chat theirs, after `/confirmar` where it was another account's,
 * and `/stop` ends that; everything else is skipped.
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
