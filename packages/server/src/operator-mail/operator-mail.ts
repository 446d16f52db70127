import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Channel } from '@pauta/delivery/channels/channel'
import type { EmailMessage } from '@pauta/delivery/channels/email/email-message'
import type { MachineTrouble, MachineTroubles } from './troubles.ts'

const INTERVAL_MS = 60_000
const SEND_TIMEOUT_MS = 60_000
const TOLD_FILE = 'told-troubles.json'

interface OperatorMailOptions {
  /** Undefined: e-mail is off, and the log alone has the troubles. */
  channel: Channel<EmailMessage> | undefined
  to: string
  url: string
  dataDir: string
  list: () => Promise<MachineTroubles>
  log: (error: unknown, what: string) => void
}

/** What the operator knows of: texts by the keys of troubles. */
export type Told = Readonly<Record<string, string>>

/** Reads which troubles the operator knows. A damaged file costs a repeated mail. */
async function readTold(file: string): Promise<Told> {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  try {
    return JSON.parse(text) as Told
  } catch {
    return {}
  }
}

/** Writes a new file, then renames it: a full disk leaves the earlier one. */
async function writeTold(file: string, told: Told): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(told))
  await rename(`${file}.new`, file)
}

const listItems = (title: string, texts: readonly string[]) =>
  texts.length === 0 ? [] : [title, ...texts.map((text) => `- ${text}`), '']

/** Returns the subject of a mail. All is well only when nothing lasts of what was told before. */
function composeSubject(began: number, ended: number, lasting: number): string {
  if (began > 0) return `Pauta: ${began} problema(s)`
  if (lasting > 0) return `Pauta: ${ended} problema(s) a menos, ${lasting} em curso`
  return 'Pauta: tudo voltou ao normal'
}

/** Returns the mail about what began and what is over, when `lasting` troubles are left. */
function composeMail(
  { began, ended, lasting }: { began: readonly MachineTrouble[]; ended: readonly string[]; lasting: number },
  { to, url }: Pick<OperatorMailOptions, 'to' | 'url'>,
): EmailMessage {
  const text = [
    ...listItems(
      'Começou:',
      began.map((trouble) => trouble.text),
    ),
    ...listItems('Terminou:', ended),
    `${url}/operacao mostra mais.`,
  ].join('\n')
  const subject = composeSubject(began.length, ended.length, lasting)
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return { to, subject, text, html: `<pre style="white-space:pre-wrap">${escaped}</pre>` }
}

/**
 * Tells the operator what began and what is over since `told`. Returns what the operator knows now. Throws when no server
 * took the mail, so that the next call tells it again.
 */
export async function tellOperator(options: OperatorMailOptions, told: Told): Promise<Told> {
  const { troubles, isWhole } = await options.list()
  const now = new Map(troubles.map(({ key, text }) => [key, text]))
  const began = troubles.filter(({ key }) => !Object.hasOwn(told, key))
  const isOver = (key: string) => !now.has(key) && (isWhole || !key.startsWith('incident '))
  const ended = Object.keys(told).filter(isOver)
  if (began.length === 0 && ended.length === 0) return told
  for (const { key, text } of began) options.log(new Error(text), `trouble began: ${key}`)
  const rest = Object.entries(told).filter(([key]) => !ended.includes(key))
  const known = { ...Object.fromEntries(rest), ...Object.fromEntries(now) }
  if (options.channel) {
    const over = ended.map((key) => told[key] ?? key)
    const mail = composeMail({ began, ended: over, lasting: Object.keys(known).length }, options)
    const outcome = await options.channel.send(mail, {
      deliveryId: randomUUID(),
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    })
    if (outcome.kind !== 'sent') throw new Error(`the mail to the operator was not sent: ${outcome.reason}`)
  }
  return known
}

/** Tells the operator every minute, until the stop. */
export function startOperatorMail(options: OperatorMailOptions): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const file = join(options.dataDir, TOLD_FILE)
  const run = async () => {
    // In memory too: on a full disk the file cannot be written, and the operator would get a mail each minute.
    let told = await readTold(file)
    const tell = async () => {
      const before = told
      told = await tellOperator(options, before)
      if (told !== before) await writeTold(file, told)
    }
    while (!stopping.signal.aborted) {
      await tell().catch((error: unknown) => options.log(error, 'the operator was not told'))
      await delay(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
      options.channel?.close()
    },
  }
}
