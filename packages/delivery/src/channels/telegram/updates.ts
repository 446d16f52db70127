import * as z from 'zod'

/** As much of an update of the Bot API as is read; Telegram adds fields as it likes. */
const updateSchema = z.object({
  message: z
    .object({
      // Ids of chats have up to 52 bits, which a number holds exactly.
      chat: z.object({ id: z.number().int(), type: z.string() }),
      text: z.string().optional(),
    })
    .optional(),
})

/** What a person asks of the bot. */
export interface TelegramCommand {
  chatId: string
  /** False in groups and channels, which are nobody's own. */
  isPrivate: boolean
  name: 'start' | 'stop' | 'confirmar'
  /** What stands behind the command; blank where nothing does. */
  argument: string
}

/** `/start`, `/start@PautaBot`, either with an argument. */
const COMMAND = /^\/(start|stop|confirmar)(?:@\w{1,64})?(?:\s+(\S{1,128}))?\s*$/

/** The command in an update; undefined for everything else that people and Telegram say. Throws for what is no update. */
export function findTelegramCommand(update: unknown): TelegramCommand | undefined {
  const { message } = updateSchema.parse(update)
  const [, name, argument = ''] = COMMAND.exec(message?.text ?? '') ?? []
  if (!message || (name !== 'start' && name !== 'stop' && name !== 'confirmar')) return undefined
  const { chat } = message
  return { chatId: String(chat.id), isPrivate: chat.type === 'private', name, argument }
}
