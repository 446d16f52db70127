import { AGENCIES } from '@pauta/core/agencies/catalogue'
import * as z from 'zod'
import type { Job } from '@pauta/platform/jobs/define-job'
import { CommandError } from '../terminal/connect.ts'

/** A parameter of a job, as an option of the command. */
export interface JobParameter {
  /** Name in the job's definition. */
  parameter: string
  /** `--start-date` for the parameter `start_date`. */
  flag: string
  isRequired: boolean
  /** False when the option is a bare flag. */
  takesValue: boolean
  /** Values that the completion offers; undefined when there are too many to list. */
  values: readonly string[] | undefined
  description: string
}

const flagOf = (parameter: string): string => `--${parameter.replaceAll('_', '-')}`

/** Returns the values of an enumeration, with or without a default. */
function listChoices(schema: z.core.$ZodType): readonly string[] | undefined {
  const { enum: values } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
  return values?.map(String)
}

/** The parameters of a job in the order of its definition. */
export function listParameters(job: Job): JobParameter[] {
  return Object.entries(job.parameters.shape).map(([name, schema]) => ({
    parameter: name,
    flag: flagOf(name),
    isRequired: !schema.safeParse(undefined).success,
    takesValue: !schema.safeParse(true).success,
    values: job.targets?.parameter === name ? AGENCIES.map(({ key }) => key) : listChoices(schema),
    description: 'description' in schema ? String(schema.description ?? '') : '',
  }))
}

/** One line for each parameter of a job, with its description. */
export function describeParameters(job: Job): string[] {
  return listParameters(job).map(({ flag, isRequired, takesValue, description }) => {
    const usage = takesValue ? `${flag} VALUE` : flag
    const text = (isRequired ? usage : `[${usage}]`).padEnd(24)
    return `  ${text} ${description}`.trimEnd()
  })
}

/**
 * Reads the parameters of a run from `--name value`, `--name=value` and bare `--name` (true), and validates them with
 * the schema of the job. `named` has the parameters that the job's name contains, as in `scrape_mec`. Throws a
 * CommandError that names the wrong parameter and lists the parameters.
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
