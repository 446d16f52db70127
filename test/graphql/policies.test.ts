import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEntity, aPolicy, mentioning, registerOnly } from '../kit/rows/entities.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

const bolsa = aPolicy({
  id: 'Q200',
  wikidataId: 'Q200',
  canonicalName: 'Bolsa Família',
  aliases: ['PBF', 'Programa Bolsa Família'],
  policy: {
    domain: 'SOCIAL',
    lifecyclePhase: 'ROUTINE',
    enablingLaws: ['Lei nº 14.601/2023'],
    responsibleAgencies: ['mds'],
    targetPopulation: ['famílias de baixa renda'],
    instanceOf: 'programa de transferência de renda',
  },
})
const agua = aPolicy({ id: 'Q201', canonicalName: 'Água para Todos' })
const azul = aPolicy({ id: 'Q202', canonicalName: 'Azul Brasil' })
const medicos = aPolicy({
  id: 'Q203',
  canonicalName: 'Mais Médicos',
  policy: {
    domain: 'HEALTH',
    lifecyclePhase: 'ROUTINE',
    enablingLaws: [],
    responsibleAgencies: [],
    targetPopulation: [],
  },
})
const agency = anEntity({ id: 'Q204', canonicalName: 'Ministério' })

let stack: TestStack

beforeAll(async () => {
  stack = await shareTestStack()
  await registerOnly(stack, [bolsa, agua, azul, medicos, agency])
  await stack.publish(
    [
      anArticle({ uniqueId: 'um', publishedAt: '2026-03-01T01:30:00Z' }),
      anArticle({ uniqueId: 'dois', publishedAt: '2026-03-05T12:00:00Z' }),
    ],
    [mentioning('um', bolsa, agency), mentioning('dois', bolsa, medicos)],
  )
})
afterAll(() => stack.stop())

describe('policyDetails', () => {
  const FIELDS = `{ domain lifecyclePhase enablingLaws responsibleAgencies targetPopulation firstMentionedDate
    wikidataId instanceOf }`

  it('are the known details of a policy, with the local day of its first mention', async () => {
    expect(await stack.query(`{ policyDetails(entityId: "Q200") ${FIELDS} }`)).toEqual({
      policyDetails: {
        domain: 'SOCIAL',
        lifecyclePhase: 'ROUTINE',
        enablingLaws: ['Lei nº 14.601/2023'],
        responsibleAgencies: ['mds'],
        targetPopulation: ['famílias de baixa renda'],
        firstMentionedDate: '2026-02-28',
        wikidataId: 'Q200',
        instanceOf: 'programa de transferência de renda',
      },
    })
  })

  it('have no day before the first mention', async () => {
    const { policyDetails } = await stack.query(`{ policyDetails(entityId: "Q201") ${FIELDS} }`)
    expect(policyDetails).toMatchObject({ firstMentionedDate: null, wikidataId: null, instanceOf: null })
  })

  it('are null for other entities and unknown ids', async () => {
    expect(await stack.query('{ policyDetails(entityId: "Q204") { domain } }')).toEqual({
      policyDetails: null,
    })
    expect(await stack.query('{ policyDetails(entityId: "Q999") { domain } }')).toEqual({
      policyDetails: null,
    })
  })
})

describe('policies', () => {
  const list = async (args: string): Promise<[string, number][]> => {
    const { policies } = await stack.query(`{ policies${args} { canonicalName articleCount } }`)
    return policies.map((row: { canonicalName: string; articleCount: number }) => [
      row.canonicalName,
      row.articleCount,
    ])
  }
  const all = [
    ['Bolsa Família', 2],
    ['Mais Médicos', 1],
    ['Água para Todos', 0],
    ['Azul Brasil', 0],
  ]

  it('are sorted by number of articles, then by name', async () => {
    expect(await list('')).toEqual(all)
    expect(await list('(limit: 2, offset: 1)')).toEqual(all.slice(1, 3))
    expect(await list('(limit: 1000, offset: 4)')).toEqual([])
  })

  it('are filtered by domain and phase, in any case', async () => {
    expect(await list('(domain: "social")')).toEqual([all[0], all[2], all[3]])
    expect(await list('(lifecyclePhase: "ROUTINE")')).toEqual([all[0], all[1]])
    expect(await list('(domain: "HEALTH", lifecyclePhase: "routine")')).toEqual([all[1]])
    expect(await list('(domain: "SECURITY")')).toEqual([])
    expect(await list('(domain: " ")')).toEqual(all)
  })

  it('have every field of a policy', async () => {
    const fields = '{ entityId canonicalName domain lifecyclePhase wikidataId aliases articleCount }'
    expect(await stack.query(`{ policies(limit: 1) ${fields} }`)).toEqual({
      policies: [
        {
          entityId: 'Q200',
          canonicalName: 'Bolsa Família',
          domain: 'SOCIAL',
          lifecyclePhase: 'ROUTINE',
          wikidataId: 'Q200',
          aliases: ['PBF', 'Programa Bolsa Família'],
          articleCount: 2,
        },
      ],
    })
  })

  it.each([
    ['policies(limit: 0) { domain }', 'limit'],
    ['policies(offset: -1) { domain }', 'offset'],
    ['policies(domain: "SPORT") { domain }', 'domain'],
    ['policies(lifecyclePhase: "DONE") { domain }', 'lifecyclePhase'],
    ['policyDetails(entityId: "") { domain }', 'entityId'],
  ])('refuse %s and name the argument', async (field, argument) => {
    const { errors } = await stack.ask(`{ ${field} }`)
    expect(errors.map((error) => error.extensions)).toEqual([{ code: 'BAD_USER_INPUT', argument }])
  })

  it('end at the ten thousandth', async () => {
    expect(await stack.codes('{ policies(limit: 20, offset: 9980) { domain } }')).toEqual([])
    expect(await stack.codes('{ policies(limit: 20, offset: 9981) { domain } }')).toEqual(['LIMIT_EXCEEDED'])
  })
})
