import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle } from '../support/factories.ts'
import { startTestStack, type TestStack } from '../support/stack.ts'

let stack: TestStack

beforeAll(async () => {
  stack = await startTestStack()
  await stack.publish([
    anArticle({ agencyKey: 'saude', themeL1Code: '03', themeL1Label: 'Saúde', themeL2Code: '03.01' }),
    anArticle({ agencyKey: 'mec', themeL1Code: '02', themeL1Label: 'Educação' }),
    anArticle({ agencyKey: 'mec', themeL1Code: '02', themeL1Label: 'Educação' }),
    anArticle({ agencyKey: 'agencia_brasil' }),
    anArticle({ agencyKey: 'orgao_desconhecido' }),
  ])
})
afterAll(() => stack.stop())

describe('themes', () => {
  it('are the level-1 themes of the news by code', async () => {
    expect(await stack.query('{ themes { code label } }')).toEqual({
      themes: [
        { code: '02', label: 'Educação' },
        { code: '03', label: 'Saúde' },
      ],
    })
  })
})

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
})
