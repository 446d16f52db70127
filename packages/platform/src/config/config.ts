import { Resource } from 'sst/resource'
import type * as z from 'zod'
import { SECTIONS } from './config-sections.ts'

type Sections = typeof SECTIONS
export type ConfigSection = keyof Sections
export type Config<Name extends ConfigSection = ConfigSection> = {
  [Section in Name]: z.output<ReturnType<Sections[Section]['schema']>>
}

/** The linked resource behind each section; infrastructure tests compare links with it. */
export const RESOURCE_OF_SECTION = Object.fromEntries(
  Object.entries(SECTIONS).map(([section, { resource }]) => [section, resource]),
) as Record<ConfigSection, string>

/** Every start reads its sections once, for which compiling a parser takes longer than it saves. */
const READ_ONCE = { jitless: true }

function readSection(name: ConfigSection, problems: string[]): unknown {
  const { resource, schema } = SECTIONS[name]
  if (!(resource in Resource)) {
    problems.push(`${name}: the resource ${resource} is not linked (variable SST_RESOURCE_${resource})`)
    return undefined
  }
  const parsed = schema().safeParse((Resource as unknown as Record<string, unknown>)[resource], READ_ONCE)
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues)
    problems.push(`${name}: ${resource}.${issue.path.join('.')}: ${issue.message}`)
  return undefined
}

/**
 * Reads the named sections from the linked resources, in the cloud and on a laptop alike.
 * Throws one error that lists every problem, so that a misconfigured stage is mended in one go.
 */
export function loadConfig<Name extends ConfigSection>(...names: Name[]): Config<Name> {
  const problems: string[] = []
  const sections = Object.fromEntries(names.map((name) => [name, readSection(name, problems)]))
  if (problems.length > 0) throw new Error(`Configuration is not usable:\n- ${problems.join('\n- ')}`)
  return sections as Config<Name>
}

/**
 * One section as the environment stands now, without reading the others: linked resources are read once, and the local
 * stack has to know before that which of its parts run elsewhere. Undefined where the variable is not set; throws what
 * is wrong with it.
 */
export function findSectionOutside<Name extends ConfigSection>(name: Name): Config<Name>[Name] | undefined {
  const { resource, schema } = SECTIONS[name]
  const variable = `SST_RESOURCE_${resource}`
  const json = process.env[variable]
  if (json === undefined || json.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw new Error(`${variable} is not JSON`, { cause: error })
  }
  const parsed = schema().safeParse(value, READ_ONCE)
  if (parsed.success) return parsed.data as Config<Name>[Name]
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`${variable} is not usable:\n- ${problems.join('\n- ')}`)
}

/**
 * Puts variables in the environment, for commands that attach to a running local stack and for the stack itself.
 * Call it before the first `loadConfig`: linked resources are read once.
 */
export function applyEnvironment(variables: Record<string, string>): void {
  Object.assign(process.env, variables)
}

/** Whether connections already come from the environment, so that no local stack needs to be looked for. */
export function hasLinkedResources(): boolean {
  return process.env['SST_RESOURCE_App'] !== undefined || process.env['SST_KEY'] !== undefined
}
