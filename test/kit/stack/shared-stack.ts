import { ensureLiveCollection } from '@pauta/core/search-index/rebuild'
import type { PollingSettings } from '@pauta/server/functions/polling'
import webPush from 'web-push'
import { startGate, type CountingGate, type Gate } from '../relays/gate.ts'
import { dropCollections } from './outside-stores.ts'
import { rememberRows } from '../rows/remember-rows.ts'
import { findOwnPort } from './own-port.ts'
import { deliveryTo, startProviders, type Providers } from '../services/providers.ts'
import { startDatabaseCounter, startIndexCounter } from '../relays/read-counter.ts'
import { startTestStack, type TestStack } from './stack.ts'

/** The origin from which a browser may call the shared stack, besides its own pages. */
export const PORTAL = 'https://portal.exemplo.org'

/** A port on which nothing listens. */
const NOBODY = 9

/** Relays between the functions and what they depend on. All are open at the beginning of a file. */
export interface SharedGates {
  database: CountingGate
  index: CountingGate
  aws: Gate
  scheduler: Gate
  userIssuer: Gate
  serviceIssuer: Gate
  /** Leads nowhere until a file makes it lead to news sites of its own. */
  sites: Gate
}

/** A stack that files use one after the other, with providers of every channel that accept everything. */
export interface SharedStack extends TestStack {
  providers: Providers
  gates: SharedGates
  /** Webhooks may be sent to this port, on which nothing listens until a file starts a server. */
  receiverPort: number
}

let shared: Promise<{ stack: SharedStack; refill: () => Promise<void> }> | undefined

/**
 * The stack of this thread, reset as if newly started, with the given settings until the next reset. Starting a stack
 * takes longer than most files run. Its stop does nothing; it ends with the thread. Code of the functions stays loaded,
 * so caches of functions, such as the keys of the issuers, stay filled.
 */
export async function shareTestStack(settings: PollingSettings = {}): Promise<SharedStack> {
  shared ??= startShared()
  const { stack, refill } = await shared
  stack.providers.reset()
  openGates(stack.gates)
  await stack.stack.reset({ batchWindowSeconds: 0, ...settings }, async () => {
    // Work of the previous file that was still running may have sent messages, so the providers are reset again.
    stack.providers.reset()
    await refill()
    // Ends the write-ahead log of the previous file, which is in memory too.
    await stack.db`checkpoint`
    await emptyIndex(stack)
  })
  return stack
}

async function startGates(): Promise<SharedGates> {
  const [database, index] = await Promise.all([startDatabaseCounter(), startIndexCounter()])
  const [aws, scheduler] = await Promise.all([startGate(), startGate()])
  const [userIssuer, serviceIssuer, sites] = await Promise.all([startGate(), startGate(), startGate()])
  return { database, index, aws, scheduler, userIssuer, serviceIssuer, sites }
}

function openGates(gates: SharedGates): void {
  for (const gate of Object.values(gates) as Gate[]) gate.open()
  // Requests of the previous file.
  gates.database.take()
  gates.index.take()
  gates.sites.leadTo(NOBODY)
}

async function startShared() {
  const providers = await startProviders()
  const gates = await startGates()
  const receiverPort = await findOwnPort()
  const delivery = deliveryTo(providers, webPush.generateVAPIDKeys())
  const own = await startTestStack({
    gates,
    sites: { relay: { url: `http://127.0.0.1:${gates.sites.port}` }, delayMilliseconds: 0 },
    corsOrigins: [PORTAL],
    ...delivery,
    outboundOrigins: [...delivery.outboundOrigins, `http://127.0.0.1:${receiverPort}`],
  })
  const refill = await rememberRows(own.db)
  const stop = () => Promise.resolve()
  return { stack: { ...own, providers, gates, receiverPort, stop, [Symbol.asyncDispose]: stop }, refill }
}

async function emptyIndex({ index, model }: TestStack): Promise<void> {
  await dropCollections(index)
  await ensureLiveCollection(index, model.name, new Date())
}
