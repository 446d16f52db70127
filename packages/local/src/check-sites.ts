import { setTimeout as delay } from 'node:timers/promises'

const WAIT_MS = 10_000

/** Asks an address over the network, as `fetch` does. */
type Ask = (address: string, init: RequestInit) => Promise<Response>

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

/** Asks a host for its robots.txt, as the scraper does first. Undefined when it answers, else the reason. */
async function findFault(host: string, userAgent: string, ask: Ask): Promise<string | undefined> {
  const late = new AbortController()
  const timeout = delay(WAIT_MS, `no answer within ${WAIT_MS / 1000} s`, { signal: late.signal })
  const answer = ask(`https://${host}/robots.txt`, {
    headers: { 'user-agent': userAgent },
    signal: AbortSignal.timeout(WAIT_MS),
  }).then(
    async (response) => {
      await response.body?.cancel()
      return undefined
    },
    (error: unknown) => reasonOf(error),
  )
  const fault = await Promise.race([answer, timeout])
  late.abort()
  await timeout.catch(() => undefined)
  return fault
}

/**
 * Tells which hosts of the real sites do not answer this machine, in words for the terminal. Empty when all answer. Asks
 * each host once.
 */
export async function describeUnreachableSites(
  addresses: readonly string[],
  { contact, statusCommand, ask = fetch }: { contact: string; statusCommand: string; ask?: Ask },
): Promise<string> {
  const hosts = [...new Set(addresses.map((address) => new URL(address).host))]
  const userAgent = `Pauta/local (+${contact})`
  const faults = await Promise.all(
    hosts.map(async (host) => ({ host, fault: await findFault(host, userAgent, ask) })),
  )
  const lines = faults.flatMap(({ host, fault }) => (fault === undefined ? [] : [`  ${host}: ${fault}`]))
  if (lines.length === 0) return ''
  return `
These hosts of news sites do not answer this machine:

${lines.join('\n')}

Everything else works. The scraper tries again every quarter of an hour, and less often while a site fails. The terminal
shows three of its failures in a quarter of an hour; this command shows all:

  ${statusCommand}
`
}
