import type { ParquetColumn } from '@pauta/platform/parquet/parquet-schema'
import type { DatasetArticle } from './candidates.ts'

/** A column of files whose rows are made of values of one type. */
export interface Column<Row> extends ParquetColumn {
  /** Description in the dataset card, in Portuguese and English. */
  means: readonly [string, string]
  read: (row: Row) => string | number | Date | readonly string[] | null
}

export type DatasetColumn = Column<DatasetArticle>

type Read = DatasetColumn['read']
const text = (name: string, means: DatasetColumn['means'], read: Read): DatasetColumn => ({
  name,
  kind: 'text',
  means,
  read,
})
const instant = (name: string, means: DatasetColumn['means'], read: Read): DatasetColumn => ({
  name,
  kind: 'instant',
  means,
  read,
})

/** The 24 columns in the documented order. `theme_1_level_1` repeats the label. */
export const FULL_COLUMNS: readonly DatasetColumn[] = [
  text('unique_id', ['identificador da notícia', 'id of the article'], (a) => a.uniqueId),
  text('agency', ['chave do órgão', 'key of the agency'], (a) => a.agencyKey),
  instant('published_at', ['publicação', 'publication'], (a) => a.publishedAt),
  instant(
    'updated_datetime',
    ['atualização informada pelo órgão', "the agency's own update"],
    (a) => a.sourceUpdatedAt,
  ),
  instant('extracted_at', ['coleta', 'when it was collected'], (a) => a.extractedAt),
  text('title', ['título', 'title'], (a) => a.title),
  text('subtitle', ['subtítulo', 'subtitle'], (a) => a.subtitle),
  text('editorial_lead', ['chapéu ou linha de apoio', 'editorial lead'], (a) => a.editorialLead),
  text('url', ['endereço da notícia', 'address of the article'], (a) => a.url),
  text('content', ['texto completo', 'full text'], (a) => a.content),
  text('image', ['endereço da imagem', 'address of the image'], (a) => a.imageUrl),
  text('video_url', ['endereço do vídeo', 'address of the video'], (a) => a.videoUrl),
  text('category', ['categoria dada pelo órgão', "the agency's category"], (a) => a.category),
  { name: 'tags', kind: 'texts', means: ['etiquetas', 'tags'], read: (a) => a.tags },
  text('theme_1_level_1', ['tema, nível 1', 'theme, level 1'], (a) => a.themeL1Label),
  text('theme_1_level_1_code', ['código do tema, nível 1', 'its code'], (a) => a.themeL1Code),
  text('theme_1_level_1_label', ['nome do tema, nível 1', 'its label'], (a) => a.themeL1Label),
  text('theme_1_level_2_code', ['código do tema, nível 2', 'code, level 2'], (a) => a.themeL2Code),
  text('theme_1_level_2_label', ['nome do tema, nível 2', 'label, level 2'], (a) => a.themeL2Label),
  text('theme_1_level_3_code', ['código do tema, nível 3', 'code, level 3'], (a) => a.themeL3Code),
  text('theme_1_level_3_label', ['nome do tema, nível 3', 'label, level 3'], (a) => a.themeL3Label),
  text(
    'most_specific_theme_code',
    ['código do tema mais específico', 'code of the most specific theme'],
    (a) => a.mostSpecificThemeCode,
  ),
  text(
    'most_specific_theme_label',
    ['nome do tema mais específico', 'label of the most specific theme'],
    (a) => a.mostSpecificThemeLabel,
  ),
  text(
    'summary',
    ['resumo, do órgão ou de um modelo de linguagem', 'summary, by the agency or a language model'],
    (a) => a.summary,
  ),
]

const REDUCED_NAMES = ['published_at', 'agency', 'title', 'url']

/** The four columns of the reduced dataset in the documented order. */
export const REDUCED_COLUMNS: readonly DatasetColumn[] = REDUCED_NAMES.flatMap((name) =>
  FULL_COLUMNS.filter((column) => column.name === name),
)
