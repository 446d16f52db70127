import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const HOST = '127.0.0.1'

/**
 * Starts to listen on this machine only. Port 0 takes a free port. Returns the address. Throws when the port is in use.
 */
export async function listenLocally(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, resolve)
  })
  return `http://${HOST}:${(server.address() as AddressInfo).port}`
}

/** Stops a server and cuts its connections. */
export async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
