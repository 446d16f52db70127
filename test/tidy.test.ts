import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, sourceFiles, trackedFiles, type SourceFile } from './support/source-files.ts'

const LINES_MAX = 400
const LINES_MEDIAN_MAX = 110

const isTest = (path: string) => path.startsWith('test/') || path.endsWith('.test.ts')
const isData = (path: string) =>
  /(catalogue|gazetteer|topics|phrasing|cast|places|slots)[^/]*\.ts$|\/(gazetteer|topics|story)\//.test(path)
const shipped = sourceFiles.filter(({ path }) => !isTest(path))
const offenders = (files: readonly SourceFile[], wrong: (file: SourceFile) => boolean) =>
  files.filter(wrong).map(({ path }) => path)
const has = (pattern: RegExp) => (file: SourceFile) => pattern.test(file.text)

/** The part of the tree that a file belongs to, as the import table names it. */
function areaOf(path: string): string {
  const rules: [RegExp, string][] = [
    [/^packages\/([a-z-]+)\//, '$1'],
    [/^functions\/([a-z-]+)\//, 'functions/$1'],
    [/^stacks\//, 'stacks'],
    [/^test\//, 'test'],
  ]
  for (const [pattern, area] of rules) {
    const match = pattern.exec(path)
    if (match) return area.replace('$1', match[1] ?? '')
  }
  return 'root'
}

const NEWS = ['platform', 'core']
const PEOPLE = [...NEWS, 'people', 'clippings']
const WORK = [...PEOPLE, 'delivery', 'agent', 'dataset', 'enrichment']
/** Who may import what: the areas on the right are open to the area on the left, its own area always is. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  platform: [],
  core: ['platform'],
  people: NEWS,
  clippings: [...NEWS, 'people'],
  delivery: PEOPLE,
  enrichment: ['platform'],
  agent: [...PEOPLE, 'enrichment'],
  dataset: NEWS,
  scraper: ['platform'],
  cli: [...WORK, 'functions/jobs'],
  'index-server': [],
  emulators: [],
  // The releases of the sample carry the digests that readers get.
  'sample-data': [...PEOPLE, 'delivery'],
  local: [
    ...WORK,
    'index-server',
    'emulators',
    'sample-data',
    'functions/graphql',
    'functions/http',
    'functions/migrate',
    'functions/workers',
    'functions/jobs',
  ],
  // The agent in stream.ts alone, as the test after this one asserts.
  'functions/graphql': [...PEOPLE, 'delivery', 'agent', 'functions/http'],
  'functions/http': [...PEOPLE, 'delivery'],
  'functions/migrate': NEWS,
  'functions/workers': WORK,
  'functions/jobs': [...WORK, 'scraper'],
}

describe('imports', () => {
  it.each(Object.entries(MAY_IMPORT))(
    '%s imports only what the table of ARCHITECTURE allows',
    (area, allowed) => {
      const wrong = shipped
        .filter(({ path }) => areaOf(path) === area)
        .flatMap(({ path, imports }) => imports.map((target) => ({ path, target, to: areaOf(target) })))
        .filter(({ to }) => to !== area && !allowed.includes(to))
        .map(({ path, target }) => `${path} → ${target}`)
      expect(wrong, 'move the code to where it may be known, or import its type only').toEqual([])
    },
  )

  it('local reaches functions from stack.ts and invoke.ts alone, core from stack.ts, lost-index.ts and seed/', () => {
    const local = shipped.filter(({ path }) => areaOf(path) === 'local')
    const reaches = (area: RegExp, doors: RegExp) =>
      local
        .filter(({ path, imports }) => !doors.test(path) && imports.some((target) => area.test(target)))
        .map(({ path }) => path)
    expect(reaches(/^functions\//, /\/(stack|invoke)\.ts$/)).toEqual([])
    expect(reaches(/^packages\/core\//, /\/(stack|lost-index)\.ts$/)).toEqual([])
  })

  it('nothing that answers queries knows the agent', () => {
    const knowing = shipped
      .filter(({ path }) => areaOf(path) === 'functions/graphql')
      .filter(({ imports }) => imports.some((target) => areaOf(target) === 'agent'))
    expect(knowing.map(({ path }) => path)).toEqual([
      'functions/graphql/schema/agent/generation.ts',
      'functions/graphql/stream.ts',
    ])
    const importing = shipped.filter(({ imports }) => imports.includes('functions/graphql/stream.ts'))
    expect(importing.map(({ path }) => path)).toEqual(['packages/local/src/invoke.ts'])
  })

  it('the commands know jobs by their definitions alone', () => {
    const wrong = shipped
      .filter(({ path }) => areaOf(path) === 'cli')
      .flatMap(({ path, imports }) => imports.map((target) => ({ path, target })))
      .filter(({ target }) => areaOf(target) === 'functions/jobs' && !/\/(jobs|define-job)\.ts$/.test(target))
    expect(wrong, 'enqueue the job instead of running it').toEqual([])
  })

  it('form no circle', () => {
    const byPath = new Map(sourceFiles.map((file) => [file.path, file]))
    const done = new Set<string>()
    const circles: string[] = []
    const visit = (path: string, trail: readonly string[]) => {
      if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      if (done.has(path) || trail.includes(path)) return
      for (const target of byPath.get(path)?.imports ?? []) visit(target, [...trail, path])
      done.add(path)
    }
    for (const { path } of sourceFiles) visit(path, [])
    expect(circles, 'move what both need into a file of its own').toEqual([])
  })

  it('name files that exist', () => {
    const known = new Set(trackedFiles)
    const missing = sourceFiles.flatMap(({ path, imports }) =>
      imports
        .filter((target) => !known.has(target) && !target.includes('/generated/'))
        .map((target) => `${path} → ${target}`),
    )
    expect(missing).toEqual([])
  })
})

describe('files', () => {
  it('can be seen whole', () => {
    const long = sourceFiles.filter(({ path, lines }) => lines > LINES_MAX && !isData(path))
    expect(
      long.map(({ path, lines }) => `${path}: ${lines}`),
      `split it: ${LINES_MAX} lines at most`,
    ).toEqual([])
  })

  it('are short as a rule', () => {
    const sizes = shipped
      .filter(({ path }) => !isData(path))
      .map(({ lines }) => lines)
      .sort((a, b) => a - b)
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(LINES_MEDIAN_MAX)
  })

  it('say what they hold', () => {
    const named = sourceFiles.filter(({ path }) => !path.startsWith('test/workers/'))
    const vague = named.filter(({ path }) =>
      /^(index|utils?|helpers?|lib|common|misc)(\.test)?\.ts$/.test(basename(path)),
    )
    expect(
      vague.map(({ path }) => path),
      'name the file after the thing that it defines',
    ).toEqual([])
  })

  it('are named in kebab-case', () => {
    const named = sourceFiles.filter(
      ({ path }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.ts$/.test(basename(path)),
    )
    expect(named.map(({ path }) => path)).toEqual([])
  })
})

describe('code', () => {
  it('reads the environment in config.ts alone', () => {
    const reads = shipped.filter(
      ({ path }) => path !== 'packages/platform/src/config/config.ts' && !path.startsWith('stacks/'),
    )
    expect(
      offenders(reads, has(/process\.env\b/)),
      'add a section to config-sections.ts and load it',
    ).toEqual([])
  })

  it('writes to the console in commands alone', () => {
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

  it('builds no SQL from strings outside the migrations', () => {
    const others = shipped.filter(({ path }) => path !== 'packages/platform/src/database/migrate.ts')
    expect(
      offenders(others, has(/\b(db|sql|pool|connection)\.unsafe\(/)),
      'write the query whole with parameters',
    ).toEqual([])
  })

  it('ends every request to AWS that takes too long', () => {
    const clients = shipped.filter(
      ({ path, text }) =>
        !/^packages\/(local|emulators)\//.test(path) && /\bnew (\w+\.)?\w+Client\(/.test(text),
    )
    const ofAws = clients.filter(has(/['"]@aws-sdk\/client-/))
    expect(ofAws.length).toBeGreaterThan(3)
    expect(
      offenders(ofAws, (file) => !has(/\bboundRequests\(|throwOnRequestTimeout: true/)(file)),
      'the SDK only warns of it: give the client boundRequests() of platform/aws/request-timeouts.ts',
    ).toEqual([])
  })

  it('leaves nothing for later and swallows nothing', () => {
    // In halves, as this file is looked through too.
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

  it('skips no test', () => {
    expect(offenders(sourceFiles, has(/\b(it|test|describe)\.(skip|only|todo|fails)\b/))).toEqual([])
  })
})

describe('the project', () => {
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

  it('keeps download addresses out of its lockfiles', () => {
    const locks = trackedFiles.filter((path) => basename(path) === 'package-lock.json')
    const addressed = locks.filter((path) =>
      /"resolved": "https?:/.test(readFileSync(join(ROOT, path), 'utf8')),
    )
    expect(addressed, 'set omit-lockfile-registry-resolved=true and install again').toEqual([])
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
