// A throwaway copy of the repository, in which code is broken and tested.
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { ROOT, trackedFiles } from '../kit/repository/source-files.ts'
import { putFault, type Fault } from './find-faults.ts'
import { scaleLimit } from '../measure-patience.ts'

const CONFIG = 'test/faults/vitest.config.ts'
/** A fault may make a loop endless. Its end by this limit counts as caught. */
const RUN_TIMEOUT_MS = 120_000

/** How a run of tests ended. `failed` names the first failed test, or the reason why no test ran. */
type Verdict = { passed: true } | { passed: false; failed: string }

export interface Workshop extends AsyncDisposable {
  /** Runs test files on the copy, with a fault in it when one is given. */
  test(files: readonly string[], fault?: Fault): Promise<Verdict>
}

/** Links the packages; those of the workspace point to folders of the copy. */
async function linkPackages(folder: string): Promise<void> {
  const modules = join(ROOT, 'node_modules')
  const own = join(folder, 'node_modules')
  await mkdir(own)
  for (const name of await readdir(modules))
    if (name !== '@pauta') await symlink(join(modules, name), join(own, name))
  await cp(join(modules, '@pauta'), join(own, '@pauta'), { recursive: true, verbatimSymlinks: true })
}

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
})

/** Returns the first failed test of a failed run. */
async function readFailure(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return 'vitest ended without a report'
  const { testResults } = report.parse(JSON.parse(text))
  for (const { name, message, status, assertionResults } of testResults) {
    const path = name.slice(name.lastIndexOf('/') + 1)
    const failed = assertionResults.find((result) => result.status === 'failed')
    if (failed) return `${path}: ${failed.fullName}`
    if (status === 'failed') return `${path}: ${message.split('\n')[0]}`
  }
  return 'an error outside of the tests'
}

/** Runs vitest. Undefined when it did not end in time. */
async function runVitest(folder: string, files: readonly string[], output: string) {
  const args = ['run', '--config', CONFIG, '--root', folder, '--reporter=json', `--outputFile=${output}`]
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, ...args, ...files], {
    cwd: folder,
    stdio: 'ignore',
    timeout: scaleLimit(RUN_TIMEOUT_MS),
    killSignal: 'SIGKILL',
  })
  return await new Promise<number | undefined>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? undefined))
  })
}

/** Copies the repository to a temporary folder, which is removed in the end. The code itself never changes. */
export async function openWorkshop(): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-faults-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    for (const path of trackedFiles) await cp(join(ROOT, path), join(folder, path))
    await linkPackages(folder)
  } catch (error) {
    await remove()
    throw error
  }
  const output = join(folder, 'report.json')
  const run = async (files: readonly string[]): Promise<Verdict> => {
    await rm(output, { force: true })
    const code = await runVitest(folder, files, output)
    if (code === 0) return { passed: true }
    const failed =
      code === undefined ? `no end within ${scaleLimit(RUN_TIMEOUT_MS) / 1000} s` : await readFailure(output)
    return { passed: false, failed }
  }
  return {
    async test(files, fault) {
      if (!fault) return await run(files)
      const file = join(folder, fault.path)
      const text = await readFile(file, 'utf8')
      await writeFile(file, putFault(text, fault))
      try {
        return await run(files)
      } finally {
        await writeFile(file, text)
      }
    },
    [Symbol.asyncDispose]: remove,
  }
}
