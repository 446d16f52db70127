import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, longest first. Started late, one of them would be waited for alone at the end. */
const LONGEST = [
  'test/stacks.test.ts',
  'test/graphql/outages.test.ts',
  'test/load.test.ts',
  'test/cli/sync-typesense.test.ts',
  'test/workers/classify-failures.test.ts',
  'test/graphql/authorisation.test.ts',
  'test/local/start.test.ts',
  'test/jobs/purge.test.ts',
  'test/workers/deliver-kills.test.ts',
  'test/workers/embed.test.ts',
  'test/workers/enrich.test.ts',
  'test/workers/classify.test.ts',
  'test/workers/kills.test.ts',
  'test/workers/index.test.ts',
  'test/workers/ingest.test.ts',
  'test/cli/enrich-classify.test.ts',
  'test/dataset/failures.test.ts',
  'test/graphql/pipeline-writes.test.ts',
  'test/graphql/clipping-owners.test.ts',
  'test/entity-store.test.ts',
  'test/graphql/export.test.ts',
  'test/workers/release-kills.test.ts',
  'test/agent/model.test.ts',
  'test/cli/pipeline.test.ts',
  'test/workers/outages.test.ts',
  'test/parity.test.ts',
  'test/agent/worker.test.ts',
  'test/graphql/entity-oracle.test.ts',
  'test/operations.test.ts',
]

/** The longest files first, then the others that start a stack, then the pure ones, which threads take one after the other. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId, project }: TestSpecification) => {
      const place = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`))
      if (place !== -1) return place
      return project.config.isolate ? LONGEST.length : LONGEST.length + 1
    }
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => placeOf(a) - placeOf(b))
  }
}
