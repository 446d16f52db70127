import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A program `aws` in place of AWS's CLI. It answers the commands that a test has named and refuses all others. */
export interface AwsProgram extends Disposable {
  /** Replaces the answers by how commands begin, and forgets the calls. An answer that is an Error is one of AWS; undefined prints nothing. */
  answer: (answers: Record<string, unknown>) => void
  /** The commands so far, with their arguments. */
  calls: () => string[]
  /** Variables with which a process finds this program before all others. */
  environment: Record<string, string>
}

export function makeAwsProgram(): AwsProgram {
  const folder = mkdtempSync(join(tmpdir(), 'pauta-aws-cli-'))
  const [program, calls, answers] = ['aws', 'calls', 'answers'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  // Linux starts no file that is open for writing, also in a process that another thread is just starting. So the program is
  // written once, long before it runs, and reads its answers.
  writeFileSync(program, `#!/bin/bash\necho "$*" >> "${calls}"\n. "${answers}"\n`)
  chmodSync(program, 0o755)
  return {
    answer(given) {
      const lines = Object.entries(given).map(([words, one]) => {
        const text =
          one instanceof Error
            ? `echo '${one.message}' >&2; exit 254`
            : `printf '%s' '${JSON.stringify(one) ?? ''}'`
        return `"${words}"*) ${text} ;;`
      })
      writeFileSync(
        answers,
        `case "$*" in\n${lines.join('\n')}\n*) echo "AccessDenied: $*" >&2; exit 254 ;;\nesac\n`,
      )
      rmSync(calls, { force: true })
    },
    calls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []),
    environment: { PATH: `${folder}:${process.env['PATH']}` },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}
