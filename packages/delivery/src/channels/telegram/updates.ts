import * as z from 'zod'

/** The fields of an update of the Bot API that are read. Telegram adds fields at any time. */
const updateSchema = z.object({
  message: z
    .object({
      // Chat ids have up to 52 bits, which a JavaScript number represents exactly.
      chat: z.object({ id: z.number().int(), type: z.string() }),
      text: z.string().optional(),
    })
    .optional(),
})

/** A command that a person sent to the bot. */
export interface TelegramCommand {
  chatId: string
  /** False in groups and channels, which belong to no single person. */
  isPrivate: boolean
  name: 'start' | 'stop' | 'confirmar'
  /** Text after the command; blank when there is none. */
  argument: string
}

/** Matches `/start` and `/start@PautaBot`, with or without an argument. */
const COMMAND = /^\/(start|stop|confirmar)(?:@\w{1,64})?(?:\s+(\S{1,128}))?\s*$/

/** Returns the command in an update, or undefined for other messages. Throws for anything that is no update. */
export function findTelegramCommand(update: unknown): TelegramCommand | undefined {
  const { message } = updateSchema.parse(update)
  const [, name, argument = ''] = COMMAND.exec(message?.text ?? '') ?? []
  if (!message || (name !== 'start' && name !== 'stop' && name !== 'confirmar')) return undefined
  const { chat } = message
  return { chatId: String(chat.id), isPrivate: chat.type === 'private', name, argument }
}
