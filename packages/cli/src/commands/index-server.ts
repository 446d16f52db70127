import { Command } from '@commander-js/extra-typings'
import { runScript } from '../terminal/run-script.ts'

export const command = new Command('index-server')
  .description(
    'Starts the search index alone, until Ctrl-C. It has the HTTP interface of Typesense and is meant for ' +
      'development. With --json prints its address once it listens.',
  )
  .usage('--key KEY [--port N] [--host ADDRESS]')
  .requiredOption('--key <KEY>', 'API key that allows everything')
  .option('--port <N>', 'port, 0 for a free one (default: 8108)')
  .option('--host <ADDRESS>', 'address (default: 127.0.0.1)')
  .option('--data <DIR>', 'folder of the documents; without it the documents are kept in memory only')
  .option('--json', 'prints the result as one JSON value; progress goes to standard error', false)
  .action(async ({ json }) => {
    process.exitCode = await runScript(
      {
        path: 'packages/index-server/src/start.ts',
        readResult: (line) => {
          const url = /^index server on (\S+) /.exec(line)?.[1]
          return url === undefined ? undefined : { url }
        },
      },
      json,
    )
  })
