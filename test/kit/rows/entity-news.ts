import type { TestStack } from '../stack/stack.ts'
import { anEntity, mentioning, registerOnly } from './entities.ts'
import { anArticle } from './factories.ts'

const saude = anEntity({
  id: 'Q100',
  wikidataId: 'Q100',
  canonicalName: 'Ministério da Saúde',
  aliases: ['MS', 'Pasta da Saúde'],
  description: 'Órgão federal',
  agencyKey: 'saude',
})
const educacao = anEntity({ id: 'Q101', canonicalName: 'Ministério da Educação', aliases: ['MEC'] })
export const maria = anEntity({
  id: 'dgb_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  canonicalName: 'Maria da Silva',
  type: 'PER',
})
const bahia = anEntity({ id: 'Q103', canonicalName: 'Bahia', type: 'LOC' })
const alone = anEntity({ id: 'Q104', canonicalName: 'Sem Notícia', type: 'PER' })

/** Registers five entities, one of them without news, and publishes four articles that mention the others. */
export async function publishEntityNews(stack: TestStack): Promise<void> {
  await registerOnly(stack, [saude, educacao, maria, bahia, alone])
  await stack.publish(
    [
      anArticle({ uniqueId: 'um', agencyKey: 'saude', publishedAt: '2026-01-01T00:00:00-03:00' }),
      anArticle({ uniqueId: 'dois', agencyKey: 'mec', publishedAt: '2025-12-31T23:59:59-03:00' }),
      anArticle({ uniqueId: 'tres', agencyKey: 'mec', publishedAt: '2026-02-10T12:00:00-03:00' }),
      anArticle({ uniqueId: 'quatro', agencyKey: 'saude', publishedAt: '2026-02-10T12:00:00-03:00' }),
    ],
    [
      mentioning('um', [saude, 3], educacao, maria),
      mentioning('dois', [saude, 2], educacao),
      mentioning('tres', saude, educacao, bahia),
      mentioning('quatro', [maria, 5], anEntity({ id: 'Q555', canonicalName: 'Sem registro' })),
      { uniqueId: 'um', features: { sentiment: { label: 'positive', score: 0.45 } } },
      { uniqueId: 'dois', features: { sentiment: { label: 'negative', score: null } } },
    ],
  )
}
