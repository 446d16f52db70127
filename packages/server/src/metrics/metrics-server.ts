import { createServer } from 'node:http'
import { closeServer } from '../local-server.ts'
import { writeMeasures, type Measure } from './prometheus.ts'

/**
 * Serves the measures at /metrics on an address of its own, which no proxy leads to. One request at a time measures; others
 * wait for the same answer.
 */
export async function startMetricsServer(options: {
  host: string
  port: number
  measure: () => Promise<readonly Measure[]>
  log: (error: unknown, what: string) => void
}): Promise<{ stop(): Promise<void> }> {
  let measuring: Promise<string> | undefined
  const write = () =>
    (measuring ??= options
      .measure()
      .then(writeMeasures)
      .finally(() => {
        measuring = undefined
      }))
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    write().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(text),
      (error: unknown) => {
        options.log(error, '/metrics failed')
        response.writeHead(500).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  return { stop: () => closeServer(server) }
}
