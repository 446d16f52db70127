/*
 * Works around a fault of fauxqs 2.4.1: it listens on 0.0.0.0, so that everybody on the network could send news to a
 * laptop. Its option `host` only changes the URLs of queues. Delete this file when a release has an option for the
 * address to listen on.
 *
 * Fastify, on which fauxqs is built, announces each new server on the diagnostics channel `fastify.initialization`,
 * before the server listens.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

const CHANNEL = 'fastify.initialization'

interface Announced {
  fastify: { listen: (options: object) => Promise<string> }
}

/**
 * Runs `start` and makes the servers listen on `host` that it creates before its first await. fauxqs creates its server
 * there.
 */
export function listenOn<Started>(host: string, start: () => Promise<Started>): Promise<Started> {
  const bind = (message: unknown) => {
    const { fastify } = message as Announced
    const { listen } = fastify
    fastify.listen = (options) => listen.call(fastify, { ...options, host })
  }
  subscribe(CHANNEL, bind)
  try {
    return start()
  } finally {
    unsubscribe(CHANNEL, bind)
  }
}
