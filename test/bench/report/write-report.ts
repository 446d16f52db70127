import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { describeMachine } from '../table.ts'
import type { Entry, RunRecord } from './run-record.ts'

const ENDING = '.bench.json'
/** Colours and type of the observatory, and the rules of the page. */
const STYLES = ['../../../packages/observatory/src/style/base.css', 'page.css']
/** Runs that the page shows. */
const SHOWN_RUNS = 90

async function readCommit(): Promise<string> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: import.meta.dirname })).stdout.trim()
  try {
    const changes = await git('status', '--porcelain', '--untracked-files=no')
    return `${await git('rev-parse', '--short', 'HEAD')}${changes === '' ? '' : '+'}`
  } catch {
    // A copy without git history.
    return 'unknown'
  }
}

/** Returns the record of a run that ends now. */
export async function recordRun(entries: Entry[]): Promise<RunRecord> {
  return {
    commit: await readCommit(),
    at: new Date().toISOString(),
    machine: describeMachine(),
    load: loadavg()[0] ?? 0,
    entries,
  }
}

/** Reads the runs of a folder, oldest first. Returns none when the folder does not exist. */
export async function readRuns(folder: string): Promise<RunRecord[]> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const own = files.filter((file) => file.endsWith(ENDING)).sort()
  return await Promise.all(
    own.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as RunRecord),
  )
}

async function bundlePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'page.ts')],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    minify: true,
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

/** Writes JSON for a script element. An unescaped `<` in a text could end the element. */
const toScript = (value: unknown) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

/** Returns the path of a run's file, which depends on its second and its commit. */
export function runPath(folder: string, { at, commit }: RunRecord): string {
  const second = at.replaceAll(/[-:]/g, '').slice(0, 'yyyymmddThhmmss'.length)
  return join(folder, `${second}-${commit}${ENDING}`)
}

/** Stores a run in a folder, which exists. Replaces a run of the same second and commit. */
export async function storeRun(folder: string, run: RunRecord): Promise<void> {
  await writeFile(runPath(folder, run), `${JSON.stringify(run, null, 2)}\n`)
}

/** Stores a run in a folder and writes its `index.html`, one file with the runs of the folder. Returns its path. */
export async function writeReport(folder: string, run: RunRecord): Promise<string> {
  await mkdir(folder, { recursive: true })
  await storeRun(folder, run)
  const runs = (await readRuns(folder)).slice(-SHOWN_RUNS)
  const [base, own] = await Promise.all(
    STYLES.map((path) => readFile(join(import.meta.dirname, path), 'utf8')),
  )
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pauta: measurements</title>
<style>${base}${own}</style>
</head>
<body>
<main id="report"></main>
<script>window.runs = ${toScript(runs)}</script>
<script>${(await bundlePage()).replaceAll('</script', String.raw`<\/script`)}</script>
</body>
</html>
`
  const path = join(folder, 'index.html')
  await writeFile(path, html)
  return path
}
