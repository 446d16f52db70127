import { Option } from '@commander-js/extra-typings'
import { loadConfig } from '@pauta/platform/config/config'
import { executeRemotely } from '@pauta/syndication/mcp/remote-operation'
import { serveMcpStreams } from '@pauta/syndication/mcp/serve-stdio'
import manifest from '../../package.json' with { type: 'json' }
import { CommandError, connect } from '../terminal/connect.ts'
import { makeCommand, serviceUrl } from '../terminal/options.ts'

const DEFAULT_URL = 'http://localhost:8000'

/** Returns the address of the stack on the data folder or of the linked stage, else of a stack with the default port. */
async function findLinkedUrl(data: string): Promise<string> {
  try {
    await connect(data)
  } catch (error) {
    if (error instanceof CommandError) return DEFAULT_URL
    throw error
  }
  return loadConfig('delivery').delivery.apiUrl
}

export const command = makeCommand('mcp')
  .description(
    'Serves the tools of /mcp over standard input and output, for clients of the Model Context Protocol that start a ' +
      'program. The command reads from a running service: by default the local stack on the data folder, else ' +
      `${DEFAULT_URL}. docs/syndication.md shows the configuration of clients.`,
  )
  .option('--url <URL>', 'base address of the service')
  .addOption(
    new Option(
      '--token <TOKEN>',
      'bearer token of a user, for their clippings; other users of the machine can read it in the list of processes, ' +
        'so prefer the variable',
    ).env('PAUTA_TOKEN'),
  )
  .action(async ({ url, token, data }) => {
    const baseUrl = url === undefined ? await findLinkedUrl(data) : serviceUrl('--url', url)
    serveMcpStreams(
      { input: process.stdin, output: process.stdout },
      {
        // Clients set a variable to an empty text when its value is left out.
        execute: executeRemotely({ baseUrl, token: token?.trim() || undefined }),
        baseUrl,
        version: manifest.version,
        // Standard output belongs to the protocol.
        onFault: (error, tool) => console.error(tool, error),
      },
    )
    console.error(`MCP over standard input and output, for ${baseUrl}`)
  })
