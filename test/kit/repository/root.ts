import { join } from 'node:path'

/** The folder of the repository. In a file of its own, because loading source-files.ts reads every file. */
export const ROOT = join(import.meta.dirname, '../../..')
