import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

let stack: TestStack

beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish([
    anArticle({ agencyKey: 'saude' }),
    anArticle({ agencyKey: 'mec' }),
    anArticle({ agencyKey: 'mec' }),
    anArticle({ agencyKey: 'agencia_brasil' }),
    anArticle({ agencyKey: 'orgao_desconhecido' }),
  ])
})
afterAll(() => stack.stop())

describe('agencies', () => {
  it('are those of the news by official name; an unknown key is its own name', async () => {
    expect(await stack.query('{ agencies { code label isRepublisher } }')).toEqual({
      agencies: [
        { code: 'agencia_brasil', label: 'Agência Brasil', isRepublisher: true },
        { code: 'mec', label: 'Ministério da Educação', isRepublisher: false },
        { code: 'saude', label: 'Ministério da Saúde', isRepublisher: false },
        { code: 'orgao_desconhecido', label: 'orgao_desconhecido', isRepublisher: false },
      ],
    })
  })

  it('of one name follow each other by key', async () => {
    await tables.agencies.set(stack.db, { key: 'orgao_desconhecido' }, { name: 'Ministério da Saúde' })
    const { agencies } = await stack.query('{ agencies { code } }')
    const codes = agencies.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(['agencia_brasil', 'mec', 'orgao_desconhecido', 'saude'])
  })
})
