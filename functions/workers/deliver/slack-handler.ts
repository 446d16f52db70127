import { slackAdapter } from '@pauta/delivery/channels/slack/adapter'
import { runDeliveries } from './deliver-messages.ts'

export const handler = runDeliveries('slack', slackAdapter)
