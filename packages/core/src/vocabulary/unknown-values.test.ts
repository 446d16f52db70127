import { describe, expect, it } from 'vitest'
import { makeTermList } from './term-list.ts'
import { listUnknownValues, type CheckedFilter, type CheckSources } from './unknown-values.ts'

const themes = makeTermList([
  { code: '01', label: 'Saúde' },
  { code: '01.02', label: 'Vacinas' },
])
const agencies = makeTermList([
  { code: 'saude', label: 'Ministério da Saúde' },
  { code: 'ibge', label: 'Instituto de Geografia' },
])
const vocabulary = { agencies, themes, level1Themes: makeTermList([{ code: '01', label: 'Saúde' }]) }

/** Lists warnings. Says which of its sources the check has read. */
async function check(
  filter: CheckedFilter | null,
  { found = 1, prefix }: { found?: number; prefix?: string } = {},
) {
  const read: string[] = []
  const sources: CheckSources = {
    db: (() => {
      read.push('database')
      throw new Error('no database')
    }) as never,
    findVocabulary: async () => {
      read.push('vocabulary')
      return vocabulary
    },
    logger: { warn: () => read.push('warning') } as never,
  }
  const warnings = await listUnknownValues(
    sources,
    filter,
    prefix === undefined ? { found } : { found, prefix },
  )
  return { warnings, read }
}

describe('the values of a filter that do not exist', () => {
  it.each([
    [null, []],
    [{}, []],
    [{ agencies: [], themes: null, themeLabel: ' ' }, []],
    [{ agencies: ['saude'] }, ['vocabulary']],
    [{ excludeAgencies: ['saude'] }, ['vocabulary']],
    [{ themes: ['01'] }, ['vocabulary']],
    [{ themeLabel: 'saude' }, ['vocabulary']],
    [{ entityCanonical: ['Q1'] }, []],
  ] as [CheckedFilter | null, string[]][])('are none in %j, of which is read %j', async (filter, read) => {
    expect(await check(filter)).toEqual({ warnings: [], read })
  })

  it.each([
    [
      { agencies: ['saudee'] },
      ['agencies: não existe órgão com a chave “saudee”; a mais próxima é “saude” (Ministério da Saúde).'],
    ],
    [{ agencies: ['xyz', 'xyz'] }, ['agencies: não existe órgão com a chave “xyz”.']],
    [
      { excludeAgencies: ['saudee', 'saude'], agencies: ['xyz'] },
      [
        'agencies: não existe órgão com a chave “xyz”.',
        'excludeAgencies: não existe órgão com a chave “saudee”; a mais próxima é “saude” (Ministério da Saúde).',
      ],
    ],
    [{ themes: ['09'] }, [expect.stringMatching(/^themes: não existe tema com o código “09”/) as string]],
    [
      { themes: ['vacina'] },
      ['themes: não existe tema com o código “vacina”; o mais próximo é “01.02” (Vacinas).'],
    ],
    [{ themeLabel: 'Vacinas' }, ['themeLabel: não existe tema de nível 1 com o nome “Vacinas”.']],
    [
      { themeLabel: 'Saúdes' },
      ['themeLabel: não existe tema de nível 1 com o nome “Saúdes”; o mais próximo é “Saúde”.'],
    ],
    [{ states: ['sp', 'XX'] }, ['states: não existe estado com a sigla “XX”.']],
    [
      { states: ['São Paulo'] },
      ['states: não existe estado com a sigla “São Paulo”; o valor mais próximo é “SP” (São Paulo).'],
    ],
    [
      { sentiment: ['Positive', 'positivo'] },
      ['sentiment: não existe sentimento “positivo”; o valor mais próximo é “positive” (positivo).'],
    ],
    [
      { themeSource: ['rules', 'llm'], states: ['ZZ'] },
      ['themeSource: não existe origem de temas “llm”.', 'states: não existe estado com a sigla “ZZ”.'],
    ],
    [{ agencies: ['x\u0007y'] }, ['agencies: não existe órgão com a chave “x y”.']],
    [{ agencies: ['z'.repeat(64)] }, [`agencies: não existe órgão com a chave “${'z'.repeat(64)}”.`]],
    [{ agencies: ['z'.repeat(65)] }, [`agencies: não existe órgão com a chave “${'z'.repeat(64)}…”.`]],
  ] as [CheckedFilter, string[]][])('in %j have the warnings %j', async (filter, warnings) => {
    expect((await check(filter)).warnings).toEqual(warnings)
  })

  it.each([
    [3, undefined],
    [4, 'f.agencies: mais 1 valor não existe.'],
    [5, 'f.agencies: mais 2 valores não existem.'],
  ])('are named up to three: of %i the rest is "%s"', async (count, rest) => {
    const { warnings } = await check(
      { agencies: Array.from({ length: count }, (_, at) => `xyz${at}`) },
      { prefix: 'f.' },
    )
    expect(warnings.slice(0, 3).every((warning) => warning.startsWith('f.agencies: não existe'))).toBe(true)
    expect(warnings[3]).toBe(rest)
  })

  it('are looked for among entities only when nothing was found, and fail without an error', async () => {
    const filter = { entityCanonical: ['Q1', 'a\0b'] }
    expect(await check(filter, { found: 1 })).toEqual({ warnings: [], read: [] })
    expect(await check(filter, { found: 0 })).toEqual({ warnings: [], read: ['database', 'warning'] })
    expect(await check({ entityCanonical: ['a\0b'] }, { found: 0 })).toEqual({ warnings: [], read: [] })
  })
})
