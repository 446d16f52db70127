import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ConfigSection, RESOURCE_OF_SECTION } from '@pauta/platform/config/config'
import { ROOT } from './platform.ts'

/** A call, with or without its type arguments; the group is its list of arguments. */
const LOAD_CONFIG = /\bloadConfig(?:<[^;{}]*?>)?\(([^)]*)\)/g

const isSection = (name: string): name is ConfigSection => name in RESOURCE_OF_SECTION

/** Lists of arguments by source file: every mistake of the tests reads the files of all functions. */
const callsOf = new Map<string, string[]>()

function listCalls(source: string): string[] {
  const known = callsOf.get(source)
  if (known) return known
  const text = readFileSync(join(ROOT, source), 'utf8')
  const calls = [...text.matchAll(LOAD_CONFIG)].map(([, list = '']) => list)
  callsOf.set(source, calls)
  return calls
}

/**
 * The sections that the source files of a bundle load: every name in a call of `loadConfig(…)`. A call that spreads a
 * worker's or a job's own list counts as that list. Throws on a call whose sections cannot be read from its text.
 */
export function listLoadedSections(
  sources: readonly string[],
  ofDefinition: readonly ConfigSection[] = [],
): ConfigSection[] {
  const sections = new Set<ConfigSection>()
  for (const source of sources) {
    if (source.endsWith('packages/platform/src/config/config.ts')) continue
    for (const list of listCalls(source))
      for (const argument of list.split(',').map((text) => text.trim())) {
        const name = /^'(\w+)'$/.exec(argument)?.[1]
        if (name !== undefined && isSection(name)) sections.add(name)
        else if (/^\.\.\.(worker|job)\.config$/.test(argument))
          for (const section of ofDefinition) sections.add(section)
        else if (argument !== '')
          throw new Error(`${source}: cannot tell which section loadConfig(${list}) means`)
      }
  }
  return [...sections]
}
