import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, longest first. If one of them started late, all other threads would wait for it. */
const LONGEST = [
  'test/stacks.test.ts',
  'test/local/start.test.ts',
  'test/graphql/authorisation.test.ts',
  'test/cli/pauta.test.ts',
  'test/workers/release-kills.test.ts',
  'test/load.test.ts',
  'test/cli/sync-typesense.test.ts',
  'test/cli/sync-remote.test.ts',
  'test/workers/ingest.test.ts',
  'test/graphql/entity-oracle.test.ts',
  'test/graphql/fuzz.test.ts',
  'test/jobs/purge.test.ts',
  'packages/scraper/src/mutilated.test.ts',
]

/** Files that mostly wait for messages to return to a queue. Other files run beside them. */
const WAITING = [
  'test/graphql/outages.test.ts',
  'test/local/sample-first.test.ts',
  'test/dataset/failures.test.ts',
  'test/scraper/process-kills.test.ts',
  'test/agent/model.test.ts',
  'test/workers/enrich.test.ts',
  'test/workers/kills.test.ts',
  'test/workers/classify.test.ts',
  'test/graphql/pipeline-writes.test.ts',
  'test/agent/worker.test.ts',
  'test/workers/outages.test.ts',
  'test/cli/job.test.ts',
  'test/jobs/kills.test.ts',
  'test/jobs/scrape.test.ts',
  'test/local/queues.test.ts',
]

/** The files of a project run together, so that a shared thread starts once. */
const PROJECTS = ['wire', 'unit', 'postgres', 'shared']

/** Number of other files that start between two files that wait. */
const BETWEEN = 2

/** Sorts by project. Within each, the longest files come first, and files that wait are spread among the others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return PROJECTS.flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name)
      const waiting = inOrderOf(WAITING, own)
      const others = inOrderOf(LONGEST, own)
      others.push(...own.filter((file) => !waiting.includes(file) && !others.includes(file)))
      return spread(waiting, others)
    })
  }
}

const inOrderOf = (names: readonly string[], files: readonly TestSpecification[]) =>
  names.flatMap((name) => files.filter(({ moduleId }) => moduleId.endsWith(`/${name}`)))

/** Takes one of the first list, then some of the second one, and so on, until both are empty. */
function spread<T>(first: readonly T[], second: readonly T[]): T[] {
  const groups = Array.from(
    { length: Math.max(first.length, Math.ceil(second.length / BETWEEN)) },
    (_, n) => [...first.slice(n, n + 1), ...second.slice(n * BETWEEN, (n + 1) * BETWEEN)],
  )
  return groups.flat()
}
