import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { measurePatience } from './test/measure-patience.ts'
import { COMPILE_CACHE } from './test/kit/processes/command.ts'
import { hasPostgresTests } from './test/kit/postgres/programs.ts'

/**
 * For the threads of the tests. Below the first limit V8 lets garbage grow to about twice what is used, above it to four
 * times; no thread uses more than 400 MB. Without the initial size, V8 collects the whole heap of a new thread many times
 * while that heap grows, which takes 7 % of the processor time of short files. With 4 MB for young objects instead of 16,
 * V8 would collect them more often.
 *
 * V8 optimises the functions of PostgreSQL, which is WebAssembly here, that a run calls often: threads share the code, and
 * a quarter of the time of long files is saved. Short processes do without; see V8_FLAGS in test/kit/processes/command.ts.
 *
 * `npm test` also sets two limits of glibc. With arenas of its own for each thread, it keeps what ended threads freed, and
 * the process grows by another 1.3 GB. Without MALLOC_MMAP_THRESHOLD_, it keeps freed buffers of up to 32 MB, which makes
 * the whole run 0.15 GB larger.
 */
const HEAP_FLAGS = [
  '--max-old-space-size=1024',
  '--initial-old-space-size=64',
  '--max-semi-space-size=16',
  '--min-semi-space-size=16',
]
for (const flag of HEAP_FLAGS) setFlagsFromString(flag)

const graphqlEntry = fileURLToPath(new URL('./node_modules/graphql/index.js', import.meta.url))

/** How much longer everything may take than on an idle machine of two cores. */
const patience = measurePatience()

/** For files that start a stack: in threads of one process, which compiles PostgreSQL once for all. */
export const wire = {
  resolve: {
    // graphql ships CommonJS and ESM; without one entry vitest loads both and instanceof checks fail.
    alias: [{ find: /^graphql$/, replacement: graphqlEntry }],
  },
  test: {
    pool: 'threads',
    // Limits end what hangs; they measure nothing, and no test has one of its own.
    testTimeout: 240_000 * patience,
    hookTimeout: 240_000 * patience,
    expect: { poll: { timeout: 120_000 * patience } },
    provide: { form: 'short', patience },
    setupFiles: ['test/kit/runner/seed-properties.ts'],
    // What one thread has compiled of the dependencies, the next one takes over.
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
  },
} satisfies TestProjectInlineConfiguration

/** Files of tests, without those that have a configuration of their own. */
interface Files {
  include: string[]
  exclude: string[]
}

/**
 * Returns the projects of files that start stacks. Their names begin with the given one, so that `--project 'crash*'`
 * runs all that `crash` has.
 */
export function stackProjects(name: string, { include, exclude }: Files) {
  /** Files that take the stack of their thread over from each other. */
  const sharing = globSync(include, { exclude }).filter((file) =>
    /\bshare(?:TestStack|DeliveryBench)\(/.test(readFileSync(file, 'utf8')),
  )
  const alone = {
    ...wire,
    test: {
      ...wire.test,
      name,
      include,
      exclude: [...exclude, ...sharing],
      isolate: false,
      setupFiles: ['test/kit/runner/fresh-modules.ts', ...wire.test.setupFiles],
      // Both are loaded again for each file. sst reads its links as it is loaded. postgres keeps an error for each
      // statement, whose stack trace refers to the stack of the file.
      server: { deps: { inline: ['sst', 'postgres'] } },
    },
  } satisfies TestProjectInlineConfiguration
  const shared = {
    ...wire,
    test: {
      ...wire.test,
      name: `${name}-shared`,
      include: sharing,
      isolate: false,
      setupFiles: ['test/kit/runner/restart-serials.ts', ...wire.test.setupFiles],
    },
  } satisfies TestProjectInlineConfiguration
  return sharing.length > 0 ? [alone, shared] : [alone]
}

/**
 * The commands besides `npm test`. The name of a file tells which command runs it: `kills.crash.test.ts` belongs to
 * `npm run test:crash`, `search.test.ts` to `npm test`.
 */
const OTHER_COMMANDS = ['cloud', 'crash', 'laptop']

const ELSEWHERE = ['**/node_modules/**', 'test/browser/**', 'test/long/**']
const OF_OTHER_COMMANDS = OTHER_COMMANDS.map((command) => `**/*.${command}.test.ts`)
const ON_POSTGRES = 'test/postgres/**'

/** Returns the projects of a command: files of `test/`, which may start stacks, and files beside the code. */
function projectsOf(name: string, ending: string, exclude: string[]): TestProjectInlineConfiguration[] {
  const unit = {
    ...wire,
    test: {
      ...wire.test,
      name: `${name}-unit`,
      include: [`{functions,packages}/**/*${ending}`],
      exclude,
      // Tests of pure code change nothing that other files use, so a thread loads the code once for all files.
      isolate: false,
    },
  } satisfies TestProjectInlineConfiguration
  return [...stackProjects(name, { include: [`test/**/*${ending}`], exclude }), unit]
}

const postgres: TestProjectInlineConfiguration = {
  ...wire,
  test: {
    ...wire.test,
    name: 'cloud-postgres',
    include: [`${ON_POSTGRES}/*.test.ts`],
    globalSetup: ['test/postgres/build-pages.ts'],
  },
}

export default defineConfig({
  test: {
    globalSetup: ['test/setup.ts'],
    // Many tests wait for stores more than they compute, so a machine of two cores has time for four.
    maxWorkers: 4,
    projects: [
      ...projectsOf('test', '.test.ts', [...ELSEWHERE, ...OF_OTHER_COMMANDS]),
      ...OTHER_COMMANDS.flatMap((command) =>
        projectsOf(command, `.${command}.test.ts`, [...ELSEWHERE, ON_POSTGRES]),
      ),
      ...(hasPostgresTests() ? [postgres] : []),
    ],
  },
})
