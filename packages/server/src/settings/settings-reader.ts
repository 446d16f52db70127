import { BlockList, isIP } from 'node:net'
import {
  findSectionOutside,
  findVariable,
  listVariableNames,
  parseSection,
  RESOURCE_OF_SECTION,
  type Config,
  type ConfigSection,
} from '@pauta/platform/config/config'
import { MACHINE_VARIABLES } from './variables.ts'

/** The proxy reads this variable itself. */
const VARIABLES_OF_OTHERS = new Set(['PAUTA_UPSTREAM'])

/** Returns a sentence for each variable that is named as those of Pauta and is none, such as a misspelt one. */
export function listUnknownVariables(): string[] {
  const known = new Set(MACHINE_VARIABLES.map(({ name }) => name))
  return listVariableNames()
    .filter(
      (name) => /^(PAUTA|SST_RESOURCE)_/.test(name) && !known.has(name) && !VARIABLES_OF_OTHERS.has(name),
    )
    .map((name) => `${name} is set, but Pauta has no such variable: it has no effect.`)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the paths of the fields that a value has and that are gone after it was parsed. */
function listLostFields(given: unknown, parsed: unknown): string[] {
  if (!isObject(given) || !isObject(parsed)) return []
  return Object.entries(given).flatMap(([key, value]) =>
    Object.hasOwn(parsed, key) ? listLostFields(value, parsed[key]).map((rest) => `${key}.${rest}`) : [key],
  )
}

/** Reads variables of the environment and collects everything that is wrong with them. */
export class SettingsReader {
  readonly problems: string[] = []
  /** What has no effect, and stops nothing. */
  readonly warnings: string[] = []

  refuse(name: string, problem: string): void {
    this.problems.push(`${name} ${problem}`)
  }

  /** Notes each required variable that is missing, with what it is and an example. */
  refuseMissing(): void {
    for (const { name, purpose, example, isRequired } of MACHINE_VARIABLES)
      if (isRequired && this.text(name) === '')
        this.problems.push(`${name} is missing. ${purpose} Such as ${name}='${example}'`)
  }

  /** Returns the text of a variable, or the fallback when it is not set. */
  text(name: string, fallback = ''): string {
    return findVariable(name) ?? fallback
  }

  number(name: string, fallback: number, max: number): number {
    const value = Number(this.text(name, String(fallback)))
    if (!Number.isInteger(value) || value < 0 || value > max)
      this.refuse(name, `is no whole number up to ${max}`)
    return value
  }

  /** Returns a section, or undefined when it is missing or not usable. */
  section<Name extends ConfigSection>(name: Name, defaults: Record<string, unknown> = {}) {
    const own = this.#note(() => findSectionOutside(name, defaults))
    if (own !== undefined) this.#warnOfLost(`SST_RESOURCE_${RESOURCE_OF_SECTION[name]}`, own)
    return own
  }

  /** Returns a section that consists of its defaults where the operator sets nothing. */
  optional<Name extends ConfigSection>(name: Name, defaults: Record<string, unknown>): Config<Name>[Name] {
    return this.section(name, defaults) ?? parseSection(name, defaults, name)
  }

  /** Returns a list of addresses and networks. */
  networks(name: string, fallback: string): BlockList {
    const list = new BlockList()
    for (const entry of this.text(name, fallback).split(',')) {
      const [address = '', bits] = entry.trim().split('/')
      const isLong = isIP(address) === 6
      const length = Number(bits ?? (isLong ? 128 : 32))
      if (isIP(address) === 0 || !Number.isInteger(length) || length < 1 || length > (isLong ? 128 : 32))
        this.refuse(name, `has ${entry}, which is neither an address nor a network`)
      else list.addSubnet(address, length, isLong ? 'ipv6' : 'ipv4')
    }
    return list
  }

  #warnOfLost(variable: string, parsed: unknown): void {
    const given: unknown = JSON.parse(findVariable(variable) ?? '{}')
    for (const field of listLostFields(given, parsed))
      this.warnings.push(`${variable} has the field ${field}, which nothing reads: it has no effect.`)
  }

  #note<Value>(read: () => Value): Value | undefined {
    try {
      return read()
    } catch (error) {
      this.problems.push((error instanceof Error ? error.message : String(error)).replaceAll('\n- ', ' '))
      return undefined
    }
  }
}
