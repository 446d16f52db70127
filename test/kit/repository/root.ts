import { join } from 'node:path'

/** The folder of the repository. Apart from source-files.ts, which reads every file as it is loaded. */
export const ROOT = join(import.meta.dirname, '../../..')
