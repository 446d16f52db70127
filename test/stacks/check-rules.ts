import { describe, expect, it } from 'vitest'
import type { Stages } from './graph.ts'
import { RULES } from './rules/rules.ts'

/** The operator's own stages in the places of the examples. */
function withOwn(stages: Stages): Stages {
  const [production, staging, preview] = stages.own
  if (!production || !staging || !preview) throw new Error('The own stages are not synthesised.')
  return { ...stages, production, staging, preview, chosen: production, small: production }
}

export function checkRules(stages: () => Stages): void {
  describe('in the examples', () => {
    it.each(Object.entries(RULES))('%s', async (_, rule) => {
      expect(await rule(stages())).toEqual([])
    })
  })

  describe('with the values in stacks/stages/', () => {
    it.each(Object.entries(RULES))('%s', async (_, rule) => {
      expect(await rule(withOwn(stages()))).toEqual([])
    })
  })
}
