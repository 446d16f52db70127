import { BlockList, isIP } from 'node:net'
import {
  findSectionOutside,
  findVariable,
  parseSection,
  type Config,
  type ConfigSection,
} from '@pauta/platform/config/config'
import { MACHINE_VARIABLES } from './variables.ts'

/** Reads variables of the environment and collects everything that is wrong with them. */
export class SettingsReader {
  readonly problems: string[] = []

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
    return this.#note(() => findSectionOutside(name, defaults))
  }

  /** Returns a section that consists of its defaults where the operator sets nothing. */
  optional<Name extends ConfigSection>(name: Name, defaults: Record<string, unknown>): Config<Name>[Name] {
    const own = this.#note(() => findSectionOutside(name, defaults))
    return own ?? parseSection(name, defaults, name)
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

  #note<Value>(read: () => Value): Value | undefined {
    try {
      return read()
    } catch (error) {
      this.problems.push((error instanceof Error ? error.message : String(error)).replaceAll('\n- ', ' '))
      return undefined
    }
  }
}
