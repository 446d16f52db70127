import { Resource } from 'sst/resource'
import * as z from 'zod'
import { SECTIONS } from './config-sections.ts'

type Sections = typeof SECTIONS
export type ConfigSection = keyof Sections
export type Config<Name extends ConfigSection = ConfigSection> = {
  [Section in Name]: z.output<ReturnType<Sections[Section]['schema']>>
}

/** The linked resource of each section. Infrastructure tests compare the links of functions with it. */
export const RESOURCE_OF_SECTION = Object.fromEntries(
  Object.entries(SECTIONS).map(([section, { resource }]) => [section, resource]),
) as Record<ConfigSection, string>

// By default zod compiles a parser at the first use of each schema. An environment of a function lives for few messages,
// so compiling takes longer than it saves.
z.config({ jitless: true })

function readSection(name: ConfigSection, problems: string[]): unknown {
  const { resource, schema } = SECTIONS[name]
  if (!(resource in Resource)) {
    problems.push(`${name}: the resource ${resource} is not linked (variable SST_RESOURCE_${resource})`)
    return undefined
  }
  const parsed = schema().safeParse((Resource as unknown as Record<string, unknown>)[resource])
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues)
    problems.push(`${name}: ${resource}.${issue.path.join('.')}: ${issue.message}`)
  return undefined
}

/**
 * Reads the named sections from the linked resources, both in the cloud and in the local stack. Throws one error that
 * lists every problem, so that an operator can fix a stage in one step.
 */
export function loadConfig<Name extends ConfigSection>(...names: Name[]): Config<Name> {
  const problems: string[] = []
  const sections = Object.fromEntries(names.map((name) => [name, readSection(name, problems)]))
  if (problems.length > 0) throw new Error(`Configuration is not usable:\n- ${problems.join('\n- ')}`)
  return sections as Config<Name>
}

/** Returns a section made of its value. Throws an error that names `from` and lists every problem. */
export function parseSection<Name extends ConfigSection>(
  name: Name,
  value: unknown,
  from: string,
): Config<Name>[Name] {
  const parsed = SECTIONS[name].schema().safeParse(value)
  if (parsed.success) return parsed.data as Config<Name>[Name]
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`${from} is not usable:\n- ${problems.join('\n- ')}`)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a value with the defaults that it lacks, those of an object inside of it too. */
function withDefaults(value: unknown, defaults: unknown): unknown {
  if (!isObject(value) || !isObject(defaults)) return value
  const given = Object.entries(value).map(([key, own]) => [key, withDefaults(own, defaults[key])])
  return { ...defaults, ...Object.fromEntries(given) }
}

/**
 * Reads one section from the environment variable at the time of the call. `loadConfig` reads linked resources only
 * once, but a stack needs to read earlier which of its parts run elsewhere. Returns undefined when the variable is not
 * set. Fields that the variable lacks, also inside of its objects, are taken from `defaults`. Throws an error that lists
 * every problem.
 */
export function findSectionOutside<Name extends ConfigSection>(
  name: Name,
  defaults: Readonly<Record<string, unknown>> = {},
): Config<Name>[Name] | undefined {
  const variable = `SST_RESOURCE_${SECTIONS[name].resource}`
  const json = process.env[variable]
  if (json === undefined || json.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw new Error(`${variable} is not JSON`, { cause: error })
  }
  return parseSection(name, withDefaults(value, defaults), variable)
}

/** Returns the text of a variable that is no linked resource; undefined when it is not set or blank. */
export function findVariable(name: string): string | undefined {
  const value = process.env[name]?.trim() ?? ''
  return value === '' ? undefined : value
}

/** Returns the names of all variables of the environment. */
export const listVariableNames = (): string[] => Object.keys(process.env)

/**
 * Sets environment variables, for the local stack and for commands that attach to a running stack. Call this before the
 * first `loadConfig`, which reads linked resources only once.
 */
export function applyEnvironment(variables: Record<string, string>): void {
  Object.assign(process.env, variables)
}

/** Whether the environment already contains linked resources. Then commands do not search for a running local stack. */
export function hasLinkedResources(): boolean {
  return process.env['SST_RESOURCE_App'] !== undefined || process.env['SST_KEY'] !== undefined
}

/** Returns true if an npm script started this process, such as `npm start`. */
export function isStartedByNpm(): boolean {
  return process.env['npm_lifecycle_event'] !== undefined
}
