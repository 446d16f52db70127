import { existsSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = [join(import.meta.dirname, 'migrations'), join(import.meta.dirname, '../migrations')]

/** Returns the folder of the migrations: beside a bundle, or in this package when the code is not bundled. */
export function findMigrationsFolder(): string {
  const folder = FOLDERS.find((path) => existsSync(path))
  if (folder === undefined)
    throw new Error(`The folder of the migrations does not exist: ${FOLDERS.join(', ')}`)
  return folder
}
