import { expect, it } from 'vitest'
import { texts } from './texts.ts'

it('writes one of a thing in the singular, and none of it in the plural', () => {
  const { panorama, agency, theme, freshness } = texts
  const written = (count: number) => [
    panorama.kpis.total(count),
    panorama.kpis.agencies(count),
    panorama.kpis.themes(count),
    panorama.selection('1 de nov.', '2 de nov.', String(count)),
    agency.year(count),
    theme.recent(count),
    theme.all(count),
    texts.article.words(String(count)),
    texts.operations.targets(String(count)),
    freshness.named('LATE', count),
    freshness.named('FRESH', count),
  ]
  expect(written(1)).toEqual([
    'notícia',
    'órgão publicou',
    'tema tratado',
    '1 notícia de 1 de nov. a 2 de nov.',
    'notícia em um ano',
    'notícia em 30 dias',
    'notícia no total',
    '1 palavra',
    '1 alvo',
    'atrasado',
    'em dia',
  ])
  expect(written(0)).toEqual([
    'notícias',
    'órgãos publicaram',
    'temas tratados',
    '0 notícias de 1 de nov. a 2 de nov.',
    'notícias em um ano',
    'notícias em 30 dias',
    'notícias no total',
    '0 palavras',
    '0 alvos',
    'atrasados',
    'em dia',
  ])
})
