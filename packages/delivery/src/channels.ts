import { byUrlChannel, type ByChannel } from '@pauta/platform/config/delivery-channels'
import type { ChannelRows } from './ledger/channel-rows.ts'
import { email } from './channels/email/definition.ts'
import { push } from './channels/push/definition.ts'
import { telegram } from './channels/telegram/definition.ts'
import { urlRows } from './channels/url-channel.ts'

/** How the ledger reads and writes the rows of every delivery channel. */
export const CHANNELS = { email, telegram, push, ...byUrlChannel(urlRows) } satisfies ByChannel<ChannelRows>
