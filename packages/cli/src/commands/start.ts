import { runScript } from '../terminal/run-script.ts'
import { makeCommand } from '../terminal/options.ts'

export const command = makeCommand('start')
  .description(
    'Starts the whole service on this machine with sample data, until Ctrl-C. With --json prints the address of the ' +
      'API once the stack is ready.\n\nThe variables SST_RESOURCE_Database and SST_RESOURCE_SearchIndex name a ' +
      'PostgreSQL (with pgvector) and a Typesense that run already; they replace the built-in stores. compose.yaml ' +
      'has both. For example: SST_RESOURCE_SearchIndex=\'{"url":"http://127.0.0.1:8108","key":"KEY"}\'. Use a data ' +
      'folder of its own for such a stack. SST_RESOURCE_EmbeddingService names a service that ' +
      'makes vectors; it replaces the built-in model. SST_RESOURCE_Publisher has the name, mark and colours of the ' +
      'body that publishes.',
  )
  .usage('[--port N] [--empty] [--live --contact ADDRESS] [--receiver ORIGIN]')
  .option('--port <N>', 'port of the API (default: 8000, or the next free port); the start prints all ports')
  .option('--empty', 'starts without sample data: with the catalogue of agencies and no news', false)
  .option('--live', 'reads the real sites in place of the emulated ones: at most one request a second', false)
  .option(
    '--contact <ADDRESS>',
    'your mail or web address, which --live sends to the sites with every request',
  )
  .option(
    '--receiver <ORIGIN>',
    'an origin on this machine that may receive webhooks, such as http://localhost:8090; can be repeated',
  )
  .action(async ({ json }) => {
    process.exitCode = await runScript(
      {
        path: 'packages/local/src/start.ts',
        readResult: (line) => {
          const url = /^ready (\S+)$/.exec(line)?.[1]
          return url === undefined ? undefined : { graphqlUrl: url }
        },
      },
      json,
    )
  })
