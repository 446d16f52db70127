import { telegramAdapter } from '@pauta/delivery/channels/telegram/adapter'
import { runDeliveries } from './deliver-messages.ts'

export const handler = runDeliveries('telegram', telegramAdapter)
