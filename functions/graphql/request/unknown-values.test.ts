import { makeTermList } from '@pauta/core/vocabulary/term-list'
import { describe, expect, it } from 'vitest'
import type { Context } from './context.ts'
import {
  warnOfUnknownAgencies,
  warnOfUnknownEntity,
  warnOfUnknownRecortes,
  warnOfUnknownValues,
  type AgencyMatch,
} from './unknown-values.ts'

const WARNINGS_MAX = 20
const agencies = makeTermList([{ code: 'mec', label: 'Ministério da Educação' }])

/** A request with so many warnings, and how often it read the vocabulary. The database is not there. */
function aRequest(count = 0) {
  const reads = { vocabulary: 0, entities: 0 }
  const context = {
    warnings: Array.from({ length: count }, (_, n) => `${n}`),
    findVocabulary: async () => {
      reads.vocabulary++
      return { agencies, themes: makeTermList([]), level1Themes: makeTermList([]) }
    },
    db: () => Promise.reject(new Error('there is no database')),
    logger: { warn: () => reads.entities++ },
  } as unknown as Context
  return { reads, context, added: () => context.warnings.slice(count) }
}

const INDEX = { argument: 'agencies', match: 'INDEX' } as const
const unknown = (key: string, argument = 'agencies') => `${argument}: não existe órgão com a chave “${key}”.`

describe('warnings of unknown values', () => {
  it.each([
    [18, ['x-1', 'x-2'], 1, 2],
    [19, ['x-1', 'x-2'], 1, 1],
    [20, ['x-1', 'x-2'], 0, 0],
  ])(
    'after %i others, of %j: the vocabulary is read %i times and %i are added',
    async (count, keys, reads, added) => {
      for (const warn of [
        (context: Context) => warnOfUnknownAgencies(keys, context, INDEX),
        (context: Context) => warnOfUnknownValues({ agencies: keys }, context, { found: 1 }),
      ]) {
        const request = aRequest(count)
        await warn(request.context)
        expect(request.added()).toEqual(keys.slice(0, added).map((key) => unknown(key)))
        expect(request.reads.vocabulary).toBe(reads)
        expect(request.context.warnings.length).toBeLessThanOrEqual(WARNINGS_MAX)
      }
      const request = aRequest(count)
      await warnOfUnknownEntity('Q1', request.context, { argument: 'id' })
      expect(request.reads.entities).toBe(reads)
    },
  )

  it('are not repeated, and name the place of their recorte', async () => {
    const request = aRequest()
    await warnOfUnknownAgencies(['x-1'], request.context, INDEX)
    await warnOfUnknownAgencies(['x-1'], request.context, INDEX)
    await warnOfUnknownRecortes([{ agencies: ['mec'] }, { agencies: ['x-1'] }], request.context)
    expect(request.added()).toEqual([unknown('x-1'), unknown('x-1', 'recortes[1].agencies')])
  })

  it.each<[AgencyMatch, string[]]>([
    ['INDEX', ['Ministério da Educação']],
    ['KEY', ['MEC', 'Ministério da Educação']],
    ['KEY_OR_NAME', ['MEC']],
  ])('compare as %s does', async (match, strange) => {
    const request = aRequest()
    const keys = ['mec', 'MEC', 'Ministério da Educação']
    await warnOfUnknownAgencies(keys, request.context, { argument: 'agencies', match })
    expect(request.added().map((warning) => /“(.*?)”/.exec(warning)?.[1])).toEqual(strange)
  })
})
