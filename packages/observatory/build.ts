// Builds the site when its files are newer than the last build. `node packages/observatory/build.ts` builds in any case.
import { execFile } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const FOLDER = import.meta.dirname
const SOURCES = [
  'src/**/*',
  'public/**/*',
  'index.html',
  'vite.config.ts',
  '.env',
  'package.json',
  '../platform/src/text/markdown-work.ts',
  '../platform/src/config/delivery-channels.ts',
  '../platform/src/site/site-page.ts',
]
const BUILD_TIMEOUT_MS = 300_000

/** Folder of the built site. */
export const SITE_FOLDER = join(FOLDER, 'dist')

function findChangeTime(paths: readonly string[]): number {
  return Math.max(...paths.map((path) => statSync(path).mtimeMs))
}

function isCurrent(): boolean {
  const page = join(SITE_FOLDER, 'index.html')
  const built = statSync(page, { throwIfNoEntry: false })
  return (
    built !== undefined &&
    built.mtimeMs >= findChangeTime(globSync(SOURCES, { cwd: FOLDER }).map((file) => join(FOLDER, file)))
  )
}

/** Writes a Brotli copy beside each text file of the site, which then weighs a third of it for a browser. */
async function compressFiles(folder: string): Promise<void> {
  for (const path of globSync('**/*.{js,css,html,svg}', { cwd: folder })) {
    const file = join(folder, path)
    await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file)))
  }
}

/**
 * Builds the site in a process of its own, with Vite. The new folder takes the place of the old one when it is complete,
 * because two stacks may build at the same time. Throws with the output of Vite.
 */
async function build(): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  const unfinished = `${SITE_FOLDER}-${process.pid}`
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', unfinished], {
    cwd: FOLDER,
    timeout: BUILD_TIMEOUT_MS,
  })
  await compressFiles(unfinished)
  // Removing the old folder takes longer than two renames, and servers look for the site meanwhile.
  const former = `${unfinished}-former`
  if (existsSync(SITE_FOLDER)) await rename(SITE_FOLDER, former)
  await rename(unfinished, SITE_FOLDER)
  await rm(former, { recursive: true, force: true })
}

/** Builds the site unless it is current. Returns its folder. */
export async function buildSite(): Promise<string> {
  if (!isCurrent()) await build()
  return SITE_FOLDER
}

if (import.meta.main) await build()
