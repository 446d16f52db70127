import { pushAdapter } from '@pauta/delivery/channels/push/adapter'
import { runDeliveries } from './deliver-messages.ts'

export const handler = runDeliveries('push', pushAdapter)
