import { emailAdapter } from '@pauta/delivery/channels/email/adapter'
import { runDeliveries } from './deliver-messages.ts'

export const handler = runDeliveries('email', emailAdapter)
