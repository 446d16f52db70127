import type { FeatureUpsert } from '@pauta/core/features/features'
import { anArticle } from './factories.ts'

/** Articles of which each filter finds some and not others, and of which one has each field. */
export const VARIED_ARTICLES = [
  anArticle({
    uniqueId: 'completa_aaaaaa',
    title: 'Ministério da Educação abre seleção de bolsas',
    agencyKey: 'mec',
    url: 'https://www.gov.br/mec/pt-br/noticias/completa',
    publishedAt: '2026-06-01T23:30:00-03:00',
    extractedAt: '2026-06-02T03:00:00Z',
    subtitle: 'Subtítulo',
    editorialLead: 'Chapéu',
    content: 'As inscrições começam na segunda-feira.',
    summary: 'Inscrições começam.',
    imageUrl: 'https://www.gov.br/mec/imagem.jpg',
    videoUrl: 'https://www.gov.br/mec/video.mp4',
    category: 'Educação',
    tags: ['bolsas', 'ensino superior'],
    themeL1Code: '02',
    themeL1Label: 'Educação',
    themeL2Code: '02.01',
    themeL2Label: 'Ensino Básico',
    themeL3Code: '02.01.03',
    themeL3Label: 'Alimentação Escolar',
  }),
  anArticle({
    uniqueId: 'minima_bbbbbb',
    title: 'Nota',
    content: null,
    agencyKey: 'saude',
    publishedAt: '2026-06-02T00:00:00-03:00',
  }),
  anArticle({
    uniqueId: 'copia-1_cccccc',
    title: 'Copiada',
    content: 'Mesmo texto.',
    publishedAt: '2026-05-30T12:00:00Z',
  }),
  anArticle({
    uniqueId: 'copia-2_dddddd',
    title: 'COPIADA!',
    content: 'Mesmo  texto',
    agencyKey: 'agencia_brasil',
    publishedAt: '2026-05-30T13:00:00Z',
    themeL1Code: '03',
    themeL1Label: 'Saúde',
  }),
]

export const VARIED_FEATURES: FeatureUpsert[] = [
  {
    uniqueId: 'completa_aaaaaa',
    features: {
      word_count: 6,
      view_count: 12,
      image_broken: false,
      readability_flesch: 55.5,
      trending_score: 1.5,
      sentiment: { label: 'positive', score: 0.4 },
      entities: [{ text: 'MEC', type: 'ORG', count: 2, canonical_id: 'Q1', salience: 0.5, office: 'órgão' }],
      content_annotations: [{ start: 0, end: 2, type: 'ORG', text: 'As' }],
      states: ['CE', 'SC'],
    },
  },
  {
    uniqueId: 'copia-1_cccccc',
    features: {
      view_count: 99,
      unique_sessions: 80,
      sentiment: { label: 'negative', score: -0.3 },
      states: ['SP'],
      content_annotations: [{ start: 0, end: 5, type: 'ORG', text: 'Mesmo', canonical_id: 'Q1' }],
    },
  },
]
