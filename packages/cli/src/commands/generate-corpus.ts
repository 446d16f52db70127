import { runScript } from '../terminal/run-script.ts'
import { makeCommand } from '../terminal/options.ts'

export const command = makeCommand('generate-corpus')
  .description(
    'Writes generated news with features into PostgreSQL, for benchmarks: 160 agencies over ten years, about ten ' +
      'names in each article.',
  )
  .usage('[--articles N] [--database URL] [--embeddings] [--seed N]')
  .option('--articles <N>', 'number of articles (default: 330000)')
  .option(
    '--database <URL>',
    'postgres://user:password@host:port/name instead of the local stack; the command migrates its schema, and ' +
      'leaves the tables of embeddings out when the server has no pgvector',
  )
  .option('--embeddings', 'also computes and stores a vector for each article, with the local model', false)
  .option('--seed <N>', 'seed of the random numbers (default: 1)')
  .action(async ({ json }) => {
    process.exitCode = await runScript(
      {
        path: 'packages/sample-data/src/corpus/start.ts',
        readResult: (line) => {
          const [, articles, seconds] = /^(\d+) articles in (\d+) s$/.exec(line) ?? []
          return articles === undefined ? undefined : { articles: Number(articles), seconds: Number(seconds) }
        },
      },
      json,
    )
  })
