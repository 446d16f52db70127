import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkImports } from './imports/run-cruiser.ts'
import { listBrokenLinks, listMissingPaths, listMissingScripts, pages } from './kit/repository/documents.ts'
import { ROOT } from './kit/repository/root.ts'
import { sourceFiles, trackedFiles, type SourceFile } from './kit/repository/source-files.ts'

const LINES_MAX = 400
const LINES_MEDIAN_MAX = 80

const isTest = (path: string) => path.startsWith('test/') || path.endsWith('.test.ts')
/** Example programs for readers. They use neither our configuration nor our logger. */
const isExample = (path: string) => path.startsWith('docs/examples/')
/** Reference data, which is a table in TypeScript. */
const isData = (path: string) => /\/themes\/catalogue\.ts$|\/gazetteer\/policies\.ts$/.test(path)
/** Tests of the driver, the embedded server and the migrations, which write to tables of their own. This file too. */
const WRITES_ROWS_BY_SQL = new Set([
  'test/database.test.ts',
  'test/local/postgres-stress.laptop.test.ts',
  'test/local/postgres.laptop.test.ts',
  'test/migrate.test.ts',
  'test/tidy.test.ts',
])

const shipped = sourceFiles.filter(({ path }) => !isTest(path) && !isExample(path))
const offenders = (files: readonly SourceFile[], wrong: (file: SourceFile) => boolean) =>
  files.filter(wrong).map(({ path }) => path)
const has = (pattern: RegExp) => (file: SourceFile) => pattern.test(file.text)

describe('imports', () => {
  // dependency-cruiser cannot read tests: they use `using`, which its parser refuses.
  it('form no cycle among tests', () => {
    const byPath = new Map(sourceFiles.map((file) => [file.path, file]))
    const done = new Set<string>()
    const cycles: string[] = []
    const visit = (path: string, trail: readonly string[]) => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      if (done.has(path) || trail.includes(path)) return
      for (const target of byPath.get(path)?.imports ?? []) visit(target, [...trail, path])
      done.add(path)
    }
    for (const { path } of sourceFiles) visit(path, [])
    expect(cycles, 'move what both need into a file of its own').toEqual([])
  })

  it('follow the order of .dependency-cruiser.mjs', async () => {
    expect(await checkImports(ROOT)).toEqual({
      code: 0,
      stdout: expect.stringContaining('no dependency violations found'),
    })
  })
})

describe('files', () => {
  it('have at most 400 lines', () => {
    const long = sourceFiles.filter(({ path, lines }) => lines > LINES_MAX && !isData(path))
    expect(
      long.map(({ path, lines }) => `${path}: ${lines}`),
      `split it: ${LINES_MAX} lines at most`,
    ).toEqual([])
  })

  it('have a small median size', () => {
    const sizes = shipped
      .filter(({ path }) => !isData(path))
      .map(({ lines }) => lines)
      .sort((a, b) => a - b)
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(LINES_MEDIAN_MAX)
  })

  it('have names that say what they define', () => {
    const named = sourceFiles.filter(({ path }) => !path.startsWith('test/workers/'))
    const vague = named.filter(({ path }) =>
      /^(index|utils?|helpers?|lib|common|misc)(\.test)?\.tsx?$/.test(basename(path)),
    )
    expect(
      vague.map(({ path }) => path),
      'name the file after the thing that it defines',
    ).toEqual([])
  })

  it('are named in kebab-case', () => {
    const named = sourceFiles.filter(
      ({ path }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.tsx?$/.test(basename(path)),
    )
    expect(named.map(({ path }) => path)).toEqual([])
  })
})

describe('code', () => {
  it('reads the environment only in config.ts', () => {
    const reads = shipped.filter(
      ({ path }) => path !== 'packages/platform/src/config/config.ts' && !path.startsWith('stacks/'),
    )
    expect(
      offenders(reads, has(/process\.env\b/)),
      'add a section to config-sections.ts and load it',
    ).toEqual([])
  })

  it('writes to the console only in commands', () => {
    const quiet = shipped.filter(
      ({ path }) =>
        !/^packages\/cli\/|\/start\.ts$|^packages\/platform\/src\/telemetry\/logger\.ts$/.test(path),
    )
    expect(offenders(quiet, has(/\bconsole\.\w+\(/)), 'use the logger').toEqual([])
  })

  it('has no any, no enum and no namespace', () => {
    expect(offenders(shipped, has(/(:|<|\bas)\s*any\b/)), 'use unknown and check').toEqual([])
    expect(
      offenders(sourceFiles, has(/^\s*(export\s+)?(const\s+)?enum\s/m)),
      'use a union of literals',
    ).toEqual([])
  })

  it('builds formatters of dates and numbers at use', () => {
    const started = shipped.filter(
      ({ path }) => !/^packages\/(observatory|sample-data|syndication\/widget)\//.test(path),
    )
    expect(
      offenders(started, has(/^(export )?const .*= new Intl\./m)),
      'a start would wait for the data of locales: build the formatter in a function',
    ).toEqual([])
  })

  it('builds no SQL from strings outside the migrations', () => {
    const others = shipped.filter(({ path }) => path !== 'packages/platform/src/database/migrate.ts')
    expect(
      offenders(others, has(/\b(db|sql|pool|connection)\.unsafe\(/)),
      'write the query whole with parameters',
    ).toEqual([])
  })

  it('chooses a limited number of rows to lock in a WITH', () => {
    expect(
      offenders(shipped, has(/\bfrom \(\s*select\b[^`]*?\blimit\b[^`]*?\bskip locked\s*\)/)),
      'a subquery of an update may run again for each row, and then takes more than its limit',
    ).toEqual([])
  })

  it('writes rows in tests through the factories of test/kit/rows/tables.ts', () => {
    const writes = /\b(?:insert into \w|update \w+ (?:\w+ )?set\b|delete from \w|truncate \w)/
    const others = sourceFiles.filter(
      ({ path }) => path.endsWith('.test.ts') && !WRITES_ROWS_BY_SQL.has(path),
    )
    expect(
      offenders(others, has(writes)),
      'use tables.<name>.add, set or remove, or a factory of test/kit/rows',
    ).toEqual([])
  })

  it('opens databases only through platform/database', () => {
    const others = shipped.filter(({ path }) => path !== 'packages/platform/src/database/driver/driver.ts')
    expect(
      offenders(others, has(/^import (?!type).* from 'postgres'$/m)),
      'use connectDatabase: the bare client has faults that driver/ works around',
    ).toEqual([])
  })

  it('ends slow requests to AWS', () => {
    const clients = shipped.filter(
      ({ path, text }) =>
        !/^packages\/(local|emulators)\//.test(path) && /\bnew (\w+\.)?\w+Client\(/.test(text),
    )
    const ofAws = clients.filter(has(/['"]@aws-sdk\/client-/))
    expect(ofAws.length).toBeGreaterThan(3)
    expect(
      offenders(ofAws, (file) => !has(/\brequestTimeouts\(|throwOnRequestTimeout: true/)(file)),
      'the SDK only logs a warning: give the client requestTimeouts() of platform/aws/request-timeouts.ts',
    ).toEqual([])
  })

  it('has no marks for later work and no empty catch', () => {
    // The words are in halves, because this file is checked too.
    const marks = [
      ['TO', 'DO'],
      ['FIX', 'ME'],
      ['HA', 'CK'],
      ['XX', 'X'],
    ].map((halves) => halves.join(''))
    expect(offenders(sourceFiles, has(new RegExp(`\\b(${marks.join('|')})\\b`)))).toEqual([])
    expect(
      offenders(sourceFiles, has(/catch\s*(\([^)]*\))?\s*\{\s*\}/)),
      'handle the error or let it through',
    ).toEqual([])
  })

  it('draws the same values of properties in every run', () => {
    const draw = () => fc.sample(fc.integer(), 5)
    expect(draw(), 'test/kit/runner/seed-properties.ts must be a setup file of each project').toEqual(draw())
  })

  it('skips no test', () => {
    expect(offenders(sourceFiles, has(/\b(it|test|describe)\.(skip|only|todo|fails)\b/))).toEqual([])
  })
})

describe('documentation', () => {
  it('names files and folders that exist', () => {
    expect(pages.length).toBeGreaterThan(20)
    expect(pages.flatMap(listMissingPaths), 'correct the path in the page').toEqual([])
  })

  it('names scripts that exist', () => {
    expect(pages.flatMap(listMissingScripts), 'correct the page, or add the script').toEqual([])
  })

  it('links to files and headings that exist', () => {
    expect(pages.flatMap(listBrokenLinks), 'correct the link in the page').toEqual([])
  })

  it('introduces the project in 120 lines', () => {
    const { text = '' } = pages.find(({ path }) => path === 'README.md') ?? {}
    expect(text.split('\n').length, 'move details to docs/').toBeLessThanOrEqual(120)
  })
})

describe('the project', () => {
  it('checks the types of every folder with a tsconfig.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const folders = trackedFiles
      .filter((path) => basename(path) === 'tsconfig.json' && path !== 'tsconfig.json')
      .map(dirname)
    expect(folders.length).toBeGreaterThan(2)
    expect(
      folders.filter((folder) => !scripts['check']?.includes(`tsc --noEmit -p ${folder} `)),
      'add `tsc --noEmit -p FOLDER` to the script `check`',
    ).toEqual([])
  })

  it('pins exact versions', () => {
    const manifests = trackedFiles.filter((path) => basename(path) === 'package.json')
    const loose = manifests.flatMap((path) => {
      const manifest = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Record<
        string,
        Record<string, string>
      >
      const versions = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'].flatMap(
        (key) => Object.entries(manifest[key] ?? {}),
      )
      return versions
        .filter(([, version]) => !/^v?\d+\.\d+\.\d+/.test(version))
        .map(([name]) => `${path}: ${name}`)
    })
    expect(loose).toEqual([])
  })

  it('has a command for every kind of test', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const kinds = trackedFiles.flatMap((path) => /\.([^./]+)\.test\.tsx?$/.exec(path)?.[1] ?? [])
    expect(new Set(kinds).size).toBeGreaterThan(2)
    expect(
      kinds.filter((kind) => !scripts[`test:${kind}`]?.includes(`--project '${kind}*'`)),
      'name the file x.test.ts, or x.KIND.test.ts for a script test:KIND',
    ).toEqual([])
  })

  it('keeps download addresses out of its lockfiles', () => {
    const locks = trackedFiles.filter((path) => basename(path) === 'package-lock.json')
    const addressed = locks.filter((path) =>
      /"resolved": "https?:/.test(readFileSync(join(ROOT, path), 'utf8')),
    )
    expect(addressed, 'set omit-lockfile-registry-resolved=true and install again').toEqual([])
  })

  it('names the nouns of the schema as packages or their folders', () => {
    const known = new Set(
      shipped.flatMap(({ path }) => /^packages\/([a-z-]+)\/src\/(?:([a-z-]+)\/)?/.exec(path)?.slice(1) ?? []),
    )
    const nouns = trackedFiles.flatMap(
      (path) => /^functions\/graphql\/schema\/([^/]+)\//.exec(path)?.[1] ?? [],
    )
    expect(new Set(nouns).size).toBeGreaterThan(10)
    expect(
      [...new Set(nouns)].filter((noun) => !known.has(noun)),
      'name the folder of functions/graphql/schema after the package, or the folder of a package, that it shows',
    ).toEqual([])
  })

  it('has a test for every noun of the schema and every worker', () => {
    const nouns = shipped.map(
      ({ path }) => /^functions\/graphql\/schema\/([a-z-]+)\/resolvers\.ts$/.exec(path)?.[1],
    )
    const workers = shipped.map(({ path }) => /^functions\/workers\/([a-z-]+)\/worker\.ts$/.exec(path)?.[1])
    const jobs = shipped.map(({ path }) => /^functions\/jobs\/([a-z-]+)\/job\.ts$/.exec(path)?.[1])
    const tests = new Set(trackedFiles)
    const untested = [
      ...nouns.filter(Boolean).map((noun) => `test/graphql/${noun}.test.ts`),
      ...workers.filter(Boolean).map((worker) => `test/workers/${worker}.test.ts`),
      ...jobs.filter(Boolean).map((job) => `test/jobs/${job}.test.ts`),
    ].filter((path) => !tests.has(path))
    expect(untested).toEqual([])
  })
})
