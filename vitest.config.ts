import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { measurePatience } from './test/measure-patience.ts'
import { COMPILE_CACHE } from './test/kit/processes/command.ts'
import { hasPostgresTests } from './test/kit/postgres/programs.ts'

const graphqlEntry = fileURLToPath(new URL('./node_modules/graphql/index.js', import.meta.url))

// Threads that start and end PostgreSQL have V8 free WebAssembly code, and rarely it ends the whole process there
// ("allocations_.erase(addr) == 1", https://github.com/nodejs/node/issues/64500). Code that stays costs some memory.
setFlagsFromString('--no-wasm-code-gc')

/** How much longer everything may take than on an idle machine of two cores. */
const patience = measurePatience()

/**
 * Threads that run tests; each has a second one, for PostgreSQL. On two cores, a command with two workers often waits for
 * a store in both, and one with four takes a quarter more processor time for the same work.
 */
export const WORKERS = 3

/** For all projects, which share one server of Vite as long as none has options of Vite. */
export const resolve = {
  // graphql ships CommonJS and ESM; without one entry vitest loads both and instanceof checks fail.
  alias: [{ find: /^graphql$/, replacement: graphqlEntry }],
}

/**
 * For files that start a stack: in threads of one process, which compiles PostgreSQL, WebAssembly here, once for all and
 * optimises what it calls often. Short processes do without; see V8_FLAGS in test/kit/processes/command.ts.
 */
export const wire = {
  pool: 'threads',
  // Limits end what hangs; they measure nothing, and no test has one of its own.
  testTimeout: 240_000 * patience,
  hookTimeout: 240_000 * patience,
  expect: { poll: { timeout: 120_000 * patience } },
  provide: { form: 'short', patience },
  setupFiles: ['test/kit/runner/seed-properties.ts'],
  // What one thread has compiled of the dependencies, the next one takes over.
  env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
} satisfies TestProjectInlineConfiguration['test']

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
    test: {
      ...wire,
      name,
      include,
      exclude: [...exclude, ...sharing],
      isolate: false,
      setupFiles: ['test/kit/runner/fresh-modules.ts', ...wire.setupFiles],
      // Both are loaded again for each file. sst reads its links as it is loaded. postgres keeps an error for each
      // statement, whose stack trace refers to the stack of the file.
      server: { deps: { inline: ['sst', 'postgres'] } },
    },
  } satisfies TestProjectInlineConfiguration
  const shared = {
    test: {
      ...wire,
      name: `${name}-shared`,
      include: sharing,
      isolate: false,
      setupFiles: ['test/kit/runner/restart-serials.ts', ...wire.setupFiles],
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
    test: {
      ...wire,
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
  test: {
    ...wire,
    name: 'cloud-postgres',
    include: [`${ON_POSTGRES}/*.test.ts`],
    globalSetup: ['test/postgres/build-pages.ts'],
  },
}

export default defineConfig({
  resolve,
  test: {
    globalSetup: ['test/setup.ts'],
    maxWorkers: WORKERS,
    projects: [
      ...projectsOf('test', '.test.ts', [...ELSEWHERE, ...OF_OTHER_COMMANDS]),
      ...OTHER_COMMANDS.flatMap((command) =>
        projectsOf(command, `.${command}.test.ts`, [...ELSEWHERE, ON_POSTGRES]),
      ),
      ...(hasPostgresTests() ? [postgres] : []),
    ],
  },
})
