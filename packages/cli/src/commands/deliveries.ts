import { Command, Option } from '@commander-js/extra-typings'
import { DELIVERY_STATUSES, type DeliveryStatus } from '@pauta/delivery/ledger/delivery'
import { writeDeliveryMessages } from '@pauta/delivery/queues/messages'
import {
  endSuppression,
  listDeliveries,
  retryDeliveries,
  type DeliveryScope,
  type ListedDelivery,
} from '@pauta/delivery/ledger/operate'
import type { Config } from '@pauta/platform/config/config'
import {
  DELIVERY_CHANNELS,
  DELIVERY_QUEUE_SECTIONS,
  deliveryQueueUrls,
  type DeliveryQueueSection,
} from '@pauta/platform/config/delivery-channels'
import type { DbPool } from '@pauta/platform/database/database'
import { connectQueues } from '@pauta/platform/queues/queues'
import { formatInstant } from '@pauta/platform/time/time'
import { EXIT_INCOMPLETE } from '../terminal/exit-codes.ts'
import { makeChoice, makeCommand, wholeNumber, type OutputOptions } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'
import { renderTable } from '../terminal/table.ts'
import { withDatabase } from '../terminal/with-database.ts'

const RETRYABLE: readonly DeliveryStatus[] = ['failed', 'unknown', 'skipped']
const LIST_DEFAULT = 50
const LIST_MAX = 1000
const RETRY_DEFAULT = 1000
const RETRY_MAX = 10_000
const ERROR_MAX_CHARACTERS = 70

function describeRows(rows: readonly ListedDelivery[], scope: DeliveryScope, limit: number): string[] {
  if (rows.length === 0) return [`There are no deliveries with the status ${scope.statuses.join(' or ')}.`]
  const cells = rows.map((row) => [
    row.id,
    formatInstant(row.updatedAt),
    row.channel,
    row.kind,
    row.status,
    String(row.attempts),
    row.clippingName ?? '',
    (row.error ?? '').slice(0, ERROR_MAX_CHARACTERS),
  ])
  const headings = ['id', 'changed', 'channel', 'kind', 'status', 'tries', 'clipping', 'reason']
  const more = rows.length === limit ? [`\nThe latest ${limit}; more with --limit.`] : []
  return [...renderTable(headings, cells), ...more]
}

const printDeliveries = (scope: DeliveryScope, limit: number, { data, json }: OutputOptions): Promise<void> =>
  withDatabase(data, async (db) => {
    const rows = await listDeliveries(db, { ...scope, limit })
    printResult(json, { deliveries: rows }, describeRows(rows, scope, limit))
  })

/**
 * Makes deliveries pending and sends their messages to the workers. The sweep job repeats lost messages. IDs that are not
 * sent again are named.
 */
async function sendAgain(scope: DeliveryScope, limit: number, { data, json }: OutputOptions): Promise<void> {
  const work = async (db: DbPool, config: Config<DeliveryQueueSection>) => {
    const urls = deliveryQueueUrls(config, DELIVERY_CHANNELS)
    const rows = await retryDeliveries(db, { ...scope, limit, now: new Date() })
    const queues = connectQueues()
    for (const channel of DELIVERY_CHANNELS) {
      const ids = rows.filter((row) => row.channel === channel).map(({ id }) => id)
      if (ids.length > 0) await queues.send(urls[channel], writeDeliveryMessages(ids))
    }
    const sent = new Set(rows.map(({ id }) => id))
    const unchanged = (scope.ids ?? []).filter((id) => !sent.has(id))
    const isCut = rows.length === limit && scope.ids === undefined
    printResult(json, { retried: rows.map(({ id, channel }) => ({ id, channel })), unchanged }, [
      `${rows.length} on their way again.`,
      ...(isCut ? ['More may be left: run the command again.'] : []),
    ])
    for (const id of unchanged)
      console.error(`${id}: no delivery with this ID has the status ${scope.statuses.join(' or ')}`)
    if (unchanged.length > 0) process.exitCode = EXIT_INCOMPLETE
  }
  await withDatabase(data, work, { sections: DELIVERY_QUEUE_SECTIONS })
}

const makeLimit = (usual: number, max: number) =>
  new Option('--limit <N>', `rows at most, from 1 to ${max}`)
    .argParser(wholeNumber('--limit', max))
    .default(usual)
const CHANNEL = ['--channel <CHANNEL>', 'rows of one channel alone'] as const
const CLIPPING = ['--clipping <ID>', 'rows of the subscribers of one clipping alone'] as const
const USAGE = '[--status STATUS] [--channel CHANNEL] [--clipping ID] [--limit N]'

const list = makeCommand('list')
  .summary('lists rows of the ledger')
  .description('Lists rows of the ledger of deliveries, the latest change first.')
  .usage(USAGE)
  .addOption(
    makeChoice('--status <STATUS>', 'rows of this status', DELIVERY_STATUSES).default('failed' as const),
  )
  .addOption(makeChoice(...CHANNEL, DELIVERY_CHANNELS))
  .option(...CLIPPING)
  .addOption(makeLimit(LIST_DEFAULT, LIST_MAX))
  .action(async ({ status, channel, clipping, limit, ...output }) => {
    await printDeliveries(
      { statuses: [status], channel, clippingId: clipping, ids: undefined },
      limit,
      output,
    )
  })

const retry = makeCommand('retry')
  .summary('sends rows again')
  .description(
    'Sends rows again as if they had never been tried. Readers of unknown rows may get a message twice. Skipped rows ' +
      'are examined again. Exits with 1 when an ID has no row of this status.',
  )
  .usage(`[ID…] ${USAGE}`)
  .argument('[ID...]', 'IDs of rows; without IDs all rows that the options choose')
  .addOption(makeChoice('--status <STATUS>', 'rows of this status', RETRYABLE).default('failed' as const))
  .addOption(makeChoice(...CHANNEL, DELIVERY_CHANNELS))
  .option(...CLIPPING)
  .addOption(makeLimit(RETRY_DEFAULT, RETRY_MAX))
  .action(async (ids, { status, channel, clipping, limit, ...output }) => {
    const scope = { statuses: [status], channel, clippingId: clipping }
    await sendAgain({ ...scope, ids: ids.length > 0 ? ids : undefined }, limit, output)
  })

const unsuppress = makeCommand('unsuppress')
  .summary('sends mails again to an address that bounced or complained')
  .description(
    'Sends mails again to an address that bounced or complained. Use it when the person asks for mails again. What was ' +
      'skipped meanwhile is not sent by itself. Exits with 1 when the address is not suppressed.',
  )
  .usage('ADDRESS')
  .argument('<ADDRESS>', 'e-mail address')
  .action(async (address, { data, json }) => {
    await withDatabase(data, async (db) => {
      const ended = await endSuppression(db, address.trim())
      printResult(json, { ended: ended ?? null }, [
        ended
          ? `The ${ended.reason} of ${formatInstant(ended.createdAt)} no longer counts: the next mails to the address are sent.`
          : 'The address is not suppressed.',
      ])
      if (!ended) process.exitCode = EXIT_INCOMPLETE
    })
  })

export const command = new Command('deliveries')
  .description('Lists what was sent to people, sends it again, and ends the suppression of addresses.')
  .addCommand(list)
  .addCommand(retry)
  .addCommand(unsuppress)
