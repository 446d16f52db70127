import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Stages } from './graph.ts'
import { MISTAKES as OWN_MISTAKES } from './mistakes.ts'
import { ROOT } from './platform.ts'
import { RULES } from './rules/rules.ts'
import { WIRING_MISTAKES } from './wiring-mistakes.ts'

const MISTAKES = [...OWN_MISTAKES, ...WIRING_MISTAKES]

async function listFaults(stages: Stages): Promise<string[]> {
  const faults = await Promise.all(Object.values(RULES).map(async (rule) => await rule(stages)))
  return faults.flat()
}

/** Does not copy bundles: the checks only change descriptions of stages. */
const copy = (stages: Stages): Stages => structuredClone(stages)

export function checkRules(stages: () => Stages): void {
  it.each(Object.entries(RULES))('%s', async (_, rule) => {
    expect(await rule(stages())).toEqual([])
  })

  describe('a deliberate mistake is reported', () => {
    it.each(MISTAKES.map((mistake) => [mistake.name, mistake] as const))('%s', async (_, mistake) => {
      const mistaken = copy(stages())
      mistake.make(mistaken)
      expect(await listFaults(mistaken)).toContainEqual(expect.stringContaining(mistake.message))
    })

    it('and is in the operations guide with its message', () => {
      const guide = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
      const rows = MISTAKES.map(({ name, message }) => `| ${name} | ${message} |`)
      expect(rows.filter((row) => !guide.includes(row))).toEqual([])
    })
  })
}
