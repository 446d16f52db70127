import { DELIVERY_CHANNELS, type DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import { writeDeliveryMessages } from '@pauta/delivery/queues/messages'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { expect } from 'vitest'
import { aBrowser } from '../../delivery/browser-keys.ts'
import { deliver } from './delivery.ts'
import {
  listLedger,
  writeLedger,
  type LedgerOptions,
  type LedgerRow,
  type ReleaseOnItsWay,
} from '../rows/ledger.ts'
import type { Providers } from '../services/providers.ts'
import { shareTestStack } from '../stack/shared-stack.ts'
import type { TestStack } from '../stack/stack.ts'

type Handler = (event: SQSEvent) => Promise<SQSBatchResponse>

/** The shared stack, whose channels send to its providers, and the handlers of its idle deliver workers. */
export interface DeliveryBench {
  stack: TestStack
  providers: Providers
  /** Writes a release with subscribers on one channel, by default one. */
  write(channel: DeliveryChannel, options?: Partial<LedgerOptions>): Promise<ReleaseOnItsWay>
  /** Passes the rows to the worker of their channel, as its queue would. Throws when a message fails. */
  enqueue(channel: DeliveryChannel, release: ReleaseOnItsWay): Promise<void>
  ledger(release: ReleaseOnItsWay): Promise<LedgerRow[]>
  /** Returns the distinct statuses of the rows. */
  statuses(release: ReleaseOnItsWay): Promise<string[]>
}

const WORKERS = DELIVERY_CHANNELS.map((channel) => `deliver-${channel}`)

async function loadHandler(channel: DeliveryChannel): Promise<Handler> {
  const loaded = (await import(`@pauta/functions/workers/deliver/${channel}-handler`)) as { handler: Handler }
  return loaded.handler
}

export async function shareDeliveryBench(): Promise<DeliveryBench> {
  const stack = await shareTestStack({ idleWorkers: [...WORKERS, 'mail-feedback'] })
  const { providers } = stack
  const { keys } = aBrowser()
  const ledger = ({ rows }: ReleaseOnItsWay) => listLedger(stack.db, rows.values())
  return {
    stack,
    providers,
    write: (channel, options = {}) =>
      writeLedger(stack.db, { channel, count: 1, origin: providers.origin, keys, ...options }),
    async enqueue(channel, { rows }) {
      const messages = writeDeliveryMessages([...rows.values()]).map((body) => ({ body }))
      expect(await deliver(await loadHandler(channel), messages)).toEqual([])
    },
    ledger,
    statuses: async (release) => [...new Set((await ledger(release)).map(({ status }) => status))],
  }
}
