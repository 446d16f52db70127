import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase, type DbPool } from '@pauta/platform/database/database'
import { DELIVERY_CHANNELS, type DeliveryChannel } from '@pauta/delivery/ledger/channels'
import type { DeliveryStatus } from '@pauta/delivery/ledger/delivery'
import { writeDeliveryMessages } from '@pauta/delivery/ledger/messages'
import { listDeliveries, retryDeliveries, type DeliveryScope } from '@pauta/delivery/ledger/operate'
import { connectQueues } from '@pauta/platform/queues/queues'
import { formatInstant } from '@pauta/platform/time/time'
import { CommandError, connect, DEFAULT_DATA_FOLDER } from './terminal/connect.ts'
import { EXIT_OK, EXIT_USAGE, readArguments, runCommand } from './terminal/command.ts'
import { renderTable } from './terminal/table.ts'

const STATUSES: readonly DeliveryStatus[] = ['pending', 'sending', 'sent', 'failed', 'unknown', 'skipped']
const RETRYABLE: readonly DeliveryStatus[] = ['failed', 'unknown', 'skipped']
const LIST_DEFAULT = 50
const LIST_MAX = 1000
const RETRY_DEFAULT = 1000
const RETRY_MAX = 10_000
const ERROR_MAX_CHARACTERS = 70

const USAGE = `npm run deliveries -- list [--status STATUS] [--channel CHANNEL] [--clipping ID] [--limit N] [--data DIR]
npm run deliveries -- retry [ID…] [--status STATUS] [--channel CHANNEL] [--clipping ID] [--limit N] [--data DIR]

  list   rows of the ledger, the latest change first; failed ones unless --status says otherwise (at most ${LIST_MAX})
  retry  sends failed rows again as if they had never been tried, or those of another status: unknown, whose readers
         may get a message twice, or skipped, which are looked at anew (at most ${RETRY_MAX})

  --status    ${STATUSES.join(', ')}
  --channel   ${DELIVERY_CHANNELS.join(', ')}
  --clipping  rows of its subscribers alone`

/** One of a list, or undefined where nothing is said. Throws a CommandError that names the choices. */
function readChoice<Choice extends string>(
  option: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  const choice = choices.find((one) => one === text)
  if (text !== undefined && choice === undefined)
    throw new CommandError(`--${option} ${text}: one of ${choices.join(', ')}`)
  return choice
}

function readLimit(text: string | undefined, { usual, max }: { usual: number; max: number }): number {
  const limit = text === undefined ? usual : Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > max)
    throw new CommandError(`--limit ${text}: a whole number from 1 to ${max}`)
  return limit
}

async function list(db: DbPool, scope: DeliveryScope, limit: number): Promise<void> {
  const rows = await listDeliveries(db, { ...scope, limit })
  if (rows.length === 0) {
    console.log(`There are no deliveries with the status ${scope.statuses.join(' or ')}.`)
    return
  }
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
  for (const line of renderTable(headings, cells)) console.log(line)
  if (rows.length === limit) console.log(`\nThe latest ${limit}; more with --limit.`)
}

/** Wakes the workers at once: what gets lost here the sweep finds. */
async function retry(
  db: DbPool,
  scope: DeliveryScope,
  { limit, urls }: { limit: number; urls: Record<DeliveryChannel, string> },
): Promise<void> {
  const rows = await retryDeliveries(db, { ...scope, limit, now: new Date() })
  const queues = connectQueues()
  for (const channel of DELIVERY_CHANNELS) {
    const ids = rows.filter((row) => row.channel === channel).map(({ id }) => id)
    if (ids.length > 0) await queues.send(urls[channel], writeDeliveryMessages(ids))
  }
  console.log(`${rows.length} on their way again.`)
}

async function main(): Promise<number> {
  const { values, positionals } = readArguments(USAGE, {
    status: { type: 'string' },
    channel: { type: 'string' },
    clipping: { type: 'string' },
    limit: { type: 'string' },
    data: { type: 'string', default: DEFAULT_DATA_FOLDER },
    help: { type: 'boolean', default: false },
  })
  const [command, ...ids] = positionals
  const isUsable = command === 'retry' || (command === 'list' && ids.length === 0)
  if (values.help || !isUsable) {
    console.log(USAGE)
    return values.help ? EXIT_OK : EXIT_USAGE
  }
  const isList = command === 'list'
  const scope: DeliveryScope = {
    statuses: [readChoice('status', values.status, isList ? STATUSES : RETRYABLE) ?? 'failed'],
    channel: readChoice('channel', values.channel, DELIVERY_CHANNELS),
    clippingId: values.clipping,
    ids: ids.length > 0 ? ids : undefined,
  }
  const limit = readLimit(
    values.limit,
    isList ? { usual: LIST_DEFAULT, max: LIST_MAX } : { usual: RETRY_DEFAULT, max: RETRY_MAX },
  )
  await connect(values.data)
  const config = loadConfig(
    'database',
    'deliverEmailQueue',
    'deliverTelegramQueue',
    'deliverPushQueue',
    'deliverWebhookQueue',
  )
  const db = connectDatabase(config.database)
  try {
    if (isList) await list(db, scope, limit)
    else
      await retry(db, scope, {
        limit,
        urls: {
          email: config.deliverEmailQueue.url,
          telegram: config.deliverTelegramQueue.url,
          push: config.deliverPushQueue.url,
          webhook: config.deliverWebhookQueue.url,
        },
      })
    return EXIT_OK
  } finally {
    await db.end({ timeout: 5 })
  }
}

await runCommand(main)
