// Measures deliveries per second of one worker to a provider that takes 0.1 s for each.
import { publisherSchema } from '@pauta/platform/config/publisher'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DbPool } from '@pauta/platform/database/database'
import { byChannel, DELIVERY_CHANNELS, type DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import { findMigrationsFolder } from '@pauta/core/migrations-folder'
import { migrate } from '@pauta/platform/database/migrate'
import { deliverBatch } from '@pauta/delivery/deliver-batch'
import type { ChannelAdapter } from '@pauta/delivery/channels/channel-adapter'
import { emailAdapter } from '@pauta/delivery/channels/email/adapter'
import { makePace } from '@pauta/delivery/deliver-pace'
import { pushAdapter } from '@pauta/delivery/channels/push/adapter'
import { slackAdapter } from '@pauta/delivery/channels/slack/adapter'
import { telegramAdapter } from '@pauta/delivery/channels/telegram/adapter'
import { webhookAdapter } from '@pauta/delivery/channels/webhook/adapter'
import webPush from 'web-push'
import { aBrowser } from '../delivery/browser-keys.ts'
import { writeLedger } from '../kit/rows/ledger.ts'
import { startDebianPostgres } from '../kit/postgres/debian-postgres.ts'
import { measureKept } from './kept-memory.ts'
import type { Figure } from './measure.ts'

const ANSWER_AFTER_MS = 100
const TARGET_PER_SECOND = 350
/** Most messages of one invocation. */
const BATCH_ROWS = 1000
const WARM_UP_BATCHES = 2
const BATCHES = 4
const BATCHES_QUICKLY = 2
/** High enough that the rate of the provider does not matter. */
const UNBOUNDED_PER_SECOND = 1_000_000
/** A digest of about forty articles. */
const DIGEST_PARAGRAPHS = 400
/** Memory that may remain after more rows, in MB. The buffers of fifty open connections vary by a part of it. */
const GROWTH_MAX_MB = 32

interface Addresses {
  origin: string
  smtpPort: number
}

const DIGEST = `<!doctype html><html lang="pt-BR"><body><h1>Saúde</h1>${'<p>O Ministério da Saúde anunciou hoje a ampliação da campanha de vacinação em todo o país.</p>'.repeat(DIGEST_PARAGRAPHS)}</body></html>`

function openAdapter(channel: DeliveryChannel, { origin, smtpPort }: Addresses): ChannelAdapter<never> {
  const vapid = webPush.generateVAPIDKeys()
  const config = {
    settings: {
      stage: 'bench',
      version: 'bench',
      logLevel: 'silent' as const,
      corsOrigins: [],
      portalUrl: '',
      siteUrl: '',
      catalogueSeconds: 0,
      stallSeconds: 20,
      streams: 100,
      rawPagesDays: 730,
      historyMonths: 0,
      classification: false,
    },
    delivery: {
      apiUrl: 'https://api.exemplo.org',
      ratePerSecond: byChannel(() => 1),
    },
    email: {
      kind: 'smtp' as const,
      fromName: 'Pauta',
      fromAddress: 'pauta@exemplo.org',
      host: '127.0.0.1',
      port: smtpPort,
      tls: 'off' as const,
      user: '',
      password: '',
    },
    publisher: publisherSchema.parse({}),
    linkSigning: { secret: 'a-secret-of-the-benchmark', previous: '' },
    telegram: { token: '1:token', apiUrl: origin, botName: 'bot', updatesSecret: 'secret' },
    push: { ...vapid, subject: 'mailto:pauta@exemplo.org' },
    outbound: { allowedOrigins: [origin] },
  }
  const open = {
    email: emailAdapter,
    telegram: telegramAdapter,
    push: pushAdapter,
    webhook: webhookAdapter,
    slack: slackAdapter,
  }
  return open[channel](config) as ChannelAdapter<never>
}

async function measureChannel(
  db: DbPool,
  channel: DeliveryChannel,
  { batches, ...addresses }: Addresses & { batches: number },
): Promise<Figure> {
  const adapter = openAdapter(channel, addresses)
  const { keys } = aBrowser()
  const pace = makePace(UNBOUNDED_PER_SECOND)
  const clock = () => new Date()
  let sent = 0
  let elapsedMs = 0
  let busyMs = 0
  let warmBytes = 0
  let peakBytes = 0
  for (let batch = 0; batch < WARM_UP_BATCHES + batches; batch++) {
    const options = { channel, count: BATCH_ROWS, origin: addresses.origin, keys, digestHtml: DIGEST }
    const ids = [...(await writeLedger(db, options)).rows.values()]
    const cpuBefore = process.cpuUsage()
    const started = performance.now()
    const outcome = await deliverBatch({
      db,
      adapter,
      pace,
      ids,
      stopAt: new Date(Date.now() + 60_000),
      clock,
    })
    const elapsed = performance.now() - started
    const cpu = process.cpuUsage(cpuBefore)
    const keptBytes = measureKept()
    if (outcome.sent !== BATCH_ROWS) throw new Error(`${channel}: ${outcome.sent} of ${BATCH_ROWS} were sent`)
    if (batch < WARM_UP_BATCHES) {
      warmBytes = keptBytes
      continue
    }
    elapsedMs += elapsed
    busyMs += (cpu.user + cpu.system) / 1000
    sent += outcome.sent
    peakBytes = Math.max(peakBytes, keptBytes)
  }
  adapter.channel?.close()
  const perSecond = (sent / elapsedMs) * 1000
  const growthMb = Math.max(0, (peakBytes - warmBytes) / 2 ** 20)
  return {
    figure: `deliveries by ${channel} of one worker, ${sent} to a provider that takes ${ANSWER_AFTER_MS} ms`,
    value: `${Math.round(perSecond)}/s`,
    comparedWith: `${(busyMs / sent).toFixed(2)} ms of processor each, memory grew by ${Math.round(growthMb)} MB`,
    ratio: (perSecond / TARGET_PER_SECOND).toFixed(2),
    target: `≥ ${TARGET_PER_SECOND}/s, no more than ${GROWTH_MAX_MB} MB`,
    met: perSecond >= TARGET_PER_SECOND && growthMb <= GROWTH_MAX_MB,
  }
}

/**
 * Measures the four channels on Debian's PostgreSQL, with one connection each as in the cloud. Throws an error that explains
 * the installation if the server is missing.
 */
export async function measureDeliveryRate({ quick }: { quick: boolean }): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-deliveries-'))
  const child = fork(join(import.meta.dirname, 'providers-process.ts'), [String(ANSWER_AFTER_MS)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    const [addresses] = (await once(child, 'message')) as [Addresses]
    await using server = await startDebianPostgres(folder)
    await migrate(server.db, { folder: findMigrationsFolder(), withoutExtensions: ['vector'] })
    const figures: Figure[] = []
    const batches = quick ? BATCHES_QUICKLY : BATCHES
    for (const channel of DELIVERY_CHANNELS)
      figures.push(await measureChannel(server.db, channel, { ...addresses, batches }))
    return figures
  } finally {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}
