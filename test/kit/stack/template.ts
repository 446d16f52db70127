import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { COMPILE_CACHE, runScript } from '../processes/command.ts'
import { ROOT } from '../repository/root.ts'

/** The last template; in the folder that a new install of the packages empties. */
const CACHE = join(COMPILE_CACHE, 'template')

/** Writes a dump of a migrated database to a file. */
async function writeTemplate(file: string): Promise<void> {
  const { code, stderr } = await runScript('test/kit/stack/write-template.ts', [file])
  if (code !== 0) throw new Error(`The database of the tests cannot be migrated:\n${stderr}`)
}

/** Names the template of this code: no file of it and no dependency may differ. */
function nameTemplate(): string {
  const hash = createHash('sha256')
  const code = globSync('{packages,functions}/**/*.{ts,sql,json,txt,graphql}', {
    cwd: ROOT,
    exclude: ['**/node_modules', '**/*.test.ts'],
  })
  for (const path of ['package-lock.json', 'test/kit/stack/write-template.ts', ...code.toSorted()]) {
    hash.update(path).update(readFileSync(join(ROOT, path)))
  }
  return `${hash.digest('hex')}.tar`
}

/**
 * Copies a dump of a migrated database to a file. Migrating takes some six seconds of a processor, so the last dump is
 * kept for the commands and runs of the same code.
 */
export async function provideTemplate(file: string): Promise<void> {
  const name = nameTemplate()
  const kept = join(CACHE, name)
  const found = await copyFile(kept, file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return false
    },
  )
  if (found) return
  await writeTemplate(file)
  await mkdir(CACHE, { recursive: true })
  // Renamed, so that no other run copies half of it.
  const partial = `${kept}.${process.pid}`
  await copyFile(file, partial)
  await rename(partial, kept)
  const earlier = globSync('*.tar', { cwd: CACHE }).filter((other) => other !== name)
  await Promise.all(earlier.map((other) => rm(join(CACHE, other), { force: true })))
}
