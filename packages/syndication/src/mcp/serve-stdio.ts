import type { Readable, Writable } from 'node:stream'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { makeMcpServer, type McpOptions } from './server.ts'

/** Largest message of a client, as over HTTP. */
const MESSAGE_MAX_BYTES = 256 * 1024

/** Serves one client over two streams, one message a line, until the client closes its stream. */
export function serveMcpStreams(
  { input, output }: { input: Readable; output: Writable },
  options: McpOptions,
): { close(): Promise<void> } {
  return serveStdio(() => makeMcpServer(options), {
    transport: new StdioServerTransport(input, output, { maxBufferSize: MESSAGE_MAX_BYTES }),
    onerror: (error) => options.onFault(error, 'transport'),
  })
}
