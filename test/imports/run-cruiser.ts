import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../kit/repository/root.ts'

const CRUISER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
const RULES = join(ROOT, '.dependency-cruiser.mjs')
const FOLDERS = ['packages', 'functions', 'stacks']
/** The imports of this repository take 2 MB as JSON. */
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024

interface Cruise {
  /** Number of wrong imports. */
  code: number
  stdout: string
}

function cruise(root: string, outputType: 'err-long' | 'json'): Promise<Cruise> {
  const args = [CRUISER, '--config', RULES, '--output-type', outputType, ...FOLDERS]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: root, maxBuffer: OUTPUT_MAX_BYTES }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error)
      else if (stderr !== '') reject(new Error(stderr))
      else resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout })
    })
  })
}

/** Checks the imports of a tree as `npm run check` does. The output names each wrong import and its remedy. */
export const checkImports = (root: string): Promise<Cruise> => cruise(root, 'err-long')

/** Every import between two files of the repository, types included, as paths from its root. */
export async function listImports(): Promise<{ from: string; to: string }[]> {
  const { stdout } = await cruise(ROOT, 'json')
  const { modules } = JSON.parse(stdout) as {
    modules: { source: string; dependencies: { resolved: string }[] }[]
  }
  return modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  )
}
