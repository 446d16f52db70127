import { EMBEDDING_DIMENSIONS } from '@pauta/platform/config/embedding-dimensions'
import { toImportBatch } from '@pauta/core/search-index/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

let stack: TestStack

/** Returns a unit vector with the given cosine to the first axis. Vectors of different planes are far apart. */
function vectorAt(cosine: number, plane: number): string {
  const vector = Array.from({ length: EMBEDDING_DIMENSIONS }, () => 0)
  vector[0] = cosine
  vector[plane] = Math.sqrt(1 - cosine ** 2)
  return JSON.stringify(vector)
}

// Cosines of each article to `eixo`. Nothing is near to `longe`, which is two axes away.
const COSINES: Record<string, string> = {
  eixo_000000: vectorAt(1, 1),
  copia_000001: vectorAt(0.99, 2),
  perto_000002: vectorAt(0.95, 3),
  medio_000003: vectorAt(0.8, 4),
  limite_000004: vectorAt(0.61, 5),
  fora_000005: vectorAt(0.59, 6),
  retirada_000006: vectorAt(0.97, 7),
  longe_000007: vectorAt(0, 8),
}

const saude = { themeL1Code: '03', themeL1Label: 'Saúde' }
const vacinas = { ...saude, themeL2Code: '03.01', themeL2Label: 'Sistema Único de Saúde (SUS)' }

beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish([
    anArticle({ uniqueId: 'eixo_000000', title: 'Mesma notícia', content: 'Texto.', ...vacinas }),
    anArticle({ uniqueId: 'copia_000001', title: 'MESMA notícia!', content: 'Texto', agencyKey: 'ebc' }),
    ...['perto_000002', 'medio_000003', 'limite_000004', 'fora_000005', 'retirada_000006'].map((uniqueId) =>
      anArticle({ uniqueId }),
    ),
    anArticle({ uniqueId: 'longe_000007', ...vacinas, title: 'Longe', content: 'Longe.' }),
    anArticle({ uniqueId: 'longe-copia_000008', ...vacinas, title: 'longe', content: 'longe' }),
    anArticle({ uniqueId: 'vacina-1_000009', ...vacinas, publishedAt: '2026-05-01T12:00:00Z' }),
    anArticle({ uniqueId: 'vacina-2_000010', ...vacinas, publishedAt: '2026-05-02T12:00:00Z' }),
    anArticle({ uniqueId: 'so-saude_000011', ...saude, publishedAt: '2026-05-03T12:00:00Z' }),
    anArticle({
      uniqueId: 'unica_000012',
      ...saude,
      themeL2Code: '03.05',
      themeL2Label: 'Programas e Projetos em Saúde',
    }),
    anArticle({ uniqueId: 'sem-tema_000013' }),
    anArticle({ uniqueId: 'id,k:1)(estranho', themeL1Code: '09', themeL1Label: 'Esportes e Lazer' }),
  ])
  // Each article gets its own vector, so that its cosine is known. The other articles are on axes far from all
  // others.
  const rows = await stack.db<
    { uniqueId: string }[]
  >`select unique_id from article_embeddings order by unique_id`
  for (const [position, { uniqueId }] of rows.entries()) {
    const vector = COSINES[uniqueId] ?? vectorAt(0, 100 + position)
    await tables.articleEmbeddings.set(stack.db, { uniqueId }, { embedding: vector })
  }
  await stack.publish([])
  // The article is taken down, but the index still has it.
  await tables.articles.set(stack.db, { uniqueId: 'retirada_000006' }, { deletedAt: new Date() })
})
afterAll(() => stack.stop())

const related = async (uniqueId: string, args = ''): Promise<string[]> => {
  const document = `query ($id: String!) { relatedArticles(uniqueId: $id${args}) { uniqueId title } }`
  const { relatedArticles } = await stack.query(document, { id: uniqueId })
  return relatedArticles.map((article: { uniqueId: string }) => article.uniqueId)
}

describe('relatedArticles', () => {
  it('are the nearest by exact cosine, 0.6 or more: not itself, no copy, no taken-down article', async () => {
    expect(await related('eixo_000000')).toEqual(['perto_000002', 'medio_000003', 'limite_000004'])
    expect(await related('eixo_000000', ', limit: 2')).toEqual(['perto_000002', 'medio_000003'])
  })

  it('have the requested fields', async () => {
    const { relatedArticles } = await stack.query(
      '{ relatedArticles(uniqueId: "eixo_000000", limit: 1) { agencyName content publishedAt features { wordCount } } }',
    )
    expect(relatedArticles).toEqual([
      {
        agencyName: 'Ministério da Educação',
        content: expect.stringContaining('Texto da notícia'),
        publishedAt: '2026-06-01T15:00:00+00:00',
        features: null,
      },
    ])
  })

  it('without a neighbour have the same most specific theme, newest first, no copy', async () => {
    expect(await related('longe_000007')).toEqual(['eixo_000000', 'vacina-2_000010', 'vacina-1_000009'])
  })

  it('have the same level-1 theme when the specific one has no other article', async () => {
    expect((await related('unica_000012', ', limit: 100')).sort()).toEqual([
      'eixo_000000',
      'longe-copia_000008',
      'longe_000007',
      'so-saude_000011',
      'vacina-1_000009',
      'vacina-2_000010',
    ])
  })

  it('are found by theme for an article without a vector', async () => {
    await tables.articleEmbeddings.remove(stack.db, { uniqueId: 'vacina-1_000009' })
    const index = stack.index
    const [document] = (await index.search({ q: '*', filter_by: 'id:=`vacina-1_000009`' })).hits ?? []
    if (!document) throw new Error('the article is not in the index')
    const { content_embedding: _, ...without } = document.document
    await index.upsert(toImportBatch([{ id: without.id, json: JSON.stringify(without) }]))
    expect(await related('vacina-1_000009', ', limit: 1')).toHaveLength(1)
    expect(await related('vacina-1_000009')).not.toContain('vacina-1_000009')
  })

  it('are empty without theme or neighbour, and for an unknown article', async () => {
    expect(await related('sem-tema_000013')).toEqual([])
    expect(await related('ninguem_ffffff')).toEqual([])
  })

  it('treat an identifier with unusual characters only as a value', async () => {
    expect(await related('id,k:1)(estranho')).toEqual([])
  })

  it.each([
    '(uniqueId: "eixo_000000, k:1")',
    '(uniqueId: "`) || id:!=`")',
    '(uniqueId: "")',
    '(uniqueId: "a", limit: 0)',
    `(uniqueId: "${'x'.repeat(129)}")`,
  ])('refuse %s', async (args) => {
    expect(await stack.codes(`{ relatedArticles${args} { title } }`)).toEqual(['BAD_USER_INPUT'])
  })
})
