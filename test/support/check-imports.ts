import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './source-files.ts'

const CRUISER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
const RULES = join(ROOT, '.dependency-cruiser.mjs')

/**
 * Checks the imports of a tree as `npm run check` does. The code is the number of wrong imports; the output names each
 * wrong import and its remedy.
 */
export function checkImports(root: string): Promise<{ code: number; stdout: string }> {
  const folders = ['packages', 'functions', 'stacks']
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [CRUISER, '--config', RULES, '--output-type', 'err-long', ...folders],
      { cwd: root },
      (error, stdout, stderr) => {
        if (error && typeof error.code !== 'number') reject(error)
        else if (stderr !== '') reject(new Error(stderr))
        else resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout })
      },
    )
  })
}
