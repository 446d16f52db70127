import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Stages } from './graph.ts'
import { type Mistake, MISTAKES as OWN_MISTAKES } from './mistakes.ts'
import { ROOT } from './platform.ts'
import { RULES } from './rules/rules.ts'
import { WIRING_MISTAKES } from './wiring-mistakes.ts'

const MISTAKES = [...OWN_MISTAKES, ...WIRING_MISTAKES]

/** Asks one rule after the other. Returns their faults up to the first rule that reports the message. */
async function findFaults(stages: Stages, message: string): Promise<string[]> {
  const faults: string[] = []
  for (const rule of Object.values(RULES)) {
    const found = await rule(stages)
    faults.push(...found)
    if (found.some((fault) => fault.includes(message))) break
  }
  return faults
}

/** Returns the stages with a mistake. Copies only those that the mistake reads: a copy takes longer than most rules. */
function withMistake(stages: Stages, mistake: Mistake): Stages {
  const copies = new Map<string | symbol, unknown>()
  const reading = new Proxy(stages, {
    get(_, name) {
      if (!copies.has(name)) copies.set(name, structuredClone(Reflect.get(stages, name)))
      return copies.get(name)
    },
  })
  mistake.make(reading)
  return { ...stages, ...(Object.fromEntries(copies) as Partial<Stages>) }
}

export function checkRules(stages: () => Stages): void {
  it.each(Object.entries(RULES))('%s', async (_, rule) => {
    expect(await rule(stages())).toEqual([])
  })

  describe('a deliberate mistake is reported', () => {
    it.each(MISTAKES.map((mistake) => [mistake.name, mistake] as const))('%s', async (_, mistake) => {
      const faults = await findFaults(withMistake(stages(), mistake), mistake.message)
      expect(faults).toContainEqual(expect.stringContaining(mistake.message))
    })

    it('and is in the operations guide with its message', () => {
      const guide = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
      const rows = MISTAKES.map(({ name, message }) => `| ${name} | ${message} |`)
      expect(rows.filter((row) => !guide.includes(row))).toEqual([])
    })
  })
}
