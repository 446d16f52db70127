import { expect, it } from 'vitest'
import type { DatasetArticle } from './candidates.ts'
import { CHANGE_COLUMNS } from './change-columns.ts'
import type { ChangeRow } from './change-rows.ts'
import { FULL_COLUMNS, REDUCED_COLUMNS } from './columns.ts'

/** The article whose every field has its own name as the value. */
const article = new Proxy({}, { get: (_, field) => field }) as DatasetArticle

it('each column has the kind and the field of the article that readers of the dataset expect', () => {
  const columns = FULL_COLUMNS.map(
    ({ name, kind, read, means }) => `${name} ${kind} ${String(read(article))}: ${means.join(' / ')}`,
  )
  expect(columns).toEqual([
    'unique_id text uniqueId: identificador da notícia / id of the article',
    'agency text agencyKey: chave do órgão / key of the agency',
    'published_at instant publishedAt: publicação / publication',
    "updated_datetime instant sourceUpdatedAt: atualização informada pelo órgão / the agency's own update",
    'extracted_at instant extractedAt: coleta / when it was collected',
    'title text title: título / title',
    'subtitle text subtitle: subtítulo / subtitle',
    'editorial_lead text editorialLead: chapéu ou linha de apoio / editorial lead',
    'url text url: endereço da notícia / address of the article',
    'content text content: texto completo / full text',
    'image text imageUrl: endereço da imagem / address of the image',
    'video_url text videoUrl: endereço do vídeo / address of the video',
    "category text category: categoria dada pelo órgão / the agency's category",
    'tags texts tags: etiquetas / tags',
    'theme_1_level_1 text themeL1Label: tema, nível 1 / theme, level 1',
    'theme_1_level_1_code text themeL1Code: código do tema, nível 1 / its code',
    'theme_1_level_1_label text themeL1Label: nome do tema, nível 1 / its label',
    'theme_1_level_2_code text themeL2Code: código do tema, nível 2 / code, level 2',
    'theme_1_level_2_label text themeL2Label: nome do tema, nível 2 / label, level 2',
    'theme_1_level_3_code text themeL3Code: código do tema, nível 3 / code, level 3',
    'theme_1_level_3_label text themeL3Label: nome do tema, nível 3 / label, level 3',
    'most_specific_theme_code text mostSpecificThemeCode: código do tema mais específico / code of the most specific theme',
    'most_specific_theme_label text mostSpecificThemeLabel: nome do tema mais específico / label of the most specific theme',
    'summary text summary: resumo, do órgão ou de um modelo de linguagem / summary, by the agency or a language model',
  ])
  expect(REDUCED_COLUMNS.map(({ name }) => name)).toEqual(['published_at', 'agency', 'title', 'url'])
})

it('each column of the changes has the kind and the field of the event that readers expect', () => {
  const event = new Proxy({}, { get: (_, field) => field }) as ChangeRow
  const columns = CHANGE_COLUMNS.map(
    ({ name, kind, read, means }) => `${name} ${kind} ${String(read(event))}: ${means.join(' / ')}`,
  )
  expect(columns).toEqual([
    'position number position: número do acontecimento, em ordem / number of the event, in order',
    'at instant at: quando foi registrado / when it was recorded',
    'unique_id text uniqueId: identificador da notícia; vazio depois de uma retirada pelo operador / id of the article; empty after a take-down by the operator',
    'agency text agencyKey: chave do órgão / key of the agency',
    'kind text kind: appeared, edited, removed (pelo site), restored, taken_down (pelo operador) ou relabelled / appeared, edited, removed (by its site), restored, taken_down (by the operator) or relabelled',
    'seen_by text seenBy: quem viu: scraper, import, operator ou model / who saw it: scraper, import, operator or model',
    'version number version: de appeared e edited: versão da notícia depois do acontecimento; a maior é o total de versões / of appeared and edited: version of the article after the event; the largest one is the number of its versions',
    'grade text grade: de uma edição: typography, small, figures, names, text_removed ou meaning / of an edit: typography, small, figures, names, text_removed or meaning',
  ])
})
