import { webhookAdapter } from '@pauta/delivery/channels/webhook/adapter'
import { runDeliveries } from './deliver-messages.ts'

export const handler = runDeliveries('webhook', webhookAdapter)
