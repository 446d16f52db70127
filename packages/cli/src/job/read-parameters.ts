import type { Job } from '@pauta/platform/jobs/define-job'
import { CommandError } from '../terminal/connect.ts'

/** `start_date` → `--start-date`. */
const flagOf = (parameter: string): string => `--${parameter.replaceAll('_', '-')}`

/** The parameters of a job as a person writes them, one line each with what it is for. */
export function describeParameters(job: Job): string[] {
  return Object.entries(job.parameters.shape).map(([name, schema]) => {
    const optional = schema.safeParse(undefined).success
    const flag = schema.safeParse(true).success ? flagOf(name) : `${flagOf(name)} VALUE`
    const text = (optional ? `[${flag}]` : flag).padEnd(24)
    return `  ${text} ${'description' in schema ? String(schema.description ?? '') : ''}`.trimEnd()
  })
}

/**
 * The parameters of a run from `--name value`, `--name=value` and bare `--name` (true), checked as the job itself will
 * check them; `named` holds those that came with the job's name. Throws a CommandError that names what is wrong and what there is.
 */
export function readParameters(
  job: Job,
  argv: readonly string[],
  named: Readonly<Record<string, string>> = {},
): Record<string, unknown> {
  const known = new Map(Object.keys(job.parameters.shape).map((name) => [flagOf(name), name]))
  const given: Record<string, unknown> = { ...named }
  const fail = (problem: string): never => {
    const flags =
      known.size > 0 ? `Its parameters:\n${describeParameters(job).join('\n')}` : 'It has no parameters.'
    throw new CommandError(`${job.name}: ${problem}\n\n${flags}`)
  }
  for (let i = 0; i < argv.length; i++) {
    const [flag = '', inline] = (argv[i] ?? '').split(/=(.*)/s)
    const name = known.get(flag) ?? known.get(flag.replaceAll('_', '-'))
    if (name === undefined) return fail(`there is no ${flag}`)
    if (name in named) return fail(`${flag} is a part of the name already`)
    if (name in given) return fail(`${flag} is given twice`)
    const following = argv[i + 1]
    if (inline !== undefined) given[name] = inline
    else if (following === undefined || following.startsWith('--')) given[name] = true
    else {
      given[name] = following
      i++
    }
  }
  const checked = job.parameters.safeParse(given)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  const wrong = String(issue?.path[0] ?? '')
  return fail(wrong in given ? `${flagOf(wrong)}: ${issue?.message}` : `${flagOf(wrong)} is missing`)
}
