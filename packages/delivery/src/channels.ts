import type { ByChannel } from '@pauta/platform/config/delivery-channels'
import type { ChannelRows } from './ledger/channel-rows.ts'
import { email } from './channels/email/definition.ts'
import { push } from './channels/push/definition.ts'
import { slack } from './channels/slack/definition.ts'
import { telegram } from './channels/telegram/definition.ts'
import { webhook } from './channels/webhook/definition.ts'

/** The definition of every delivery channel. */
export const CHANNELS = { email, telegram, push, webhook, slack } satisfies ByChannel<ChannelRows>
