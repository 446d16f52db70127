import { anArticle } from '../rows/factories.ts'
import type { TestStack } from '../stack/stack.ts'
import { makeCommandCaller } from './call-command.ts'
import { startCommand } from './command.ts'

const COMMAND = 'sync-typesense'

/** What tests of `sync-typesense` need beside the stack. */
export function openSyncCommands(stack: () => TestStack) {
  const call = makeCommandCaller(() => stack().stack.environment)
  return {
    run: (...args: string[]) => call(COMMAND, args),
    start: (...args: string[]) => startCommand(COMMAND, args, stack().stack.environment),
    found: async () => {
      const { articles } = await stack().query('{ articles(limit: 1) { found } }')
      return articles.found as number
    },
    lastSync: async () => {
      const [row] = await stack().db<
        { id: string; written: number; collection: string; finishedAt: Date | null }[]
      >`
        select id, written::int, collection, finished_at from index_syncs order by started_at desc limit 1`
      return row
    },
    /** Writes articles that are not in the index yet. Returns their ids. */
    write: async (count: number, changes: Parameters<typeof anArticle>[0] = {}): Promise<string[]> => {
      const articles = Array.from({ length: count }, () => anArticle(changes))
      await stack().write(articles)
      return articles.map(({ uniqueId }) => String(uniqueId))
    },
  }
}
