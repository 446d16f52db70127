import type { ChangeRow } from './change-rows.ts'
import type { Column } from './columns.ts'

/** The columns of the configuration `changes`. None has words of an article. */
export const CHANGE_COLUMNS: readonly Column<ChangeRow>[] = [
  {
    name: 'position',
    kind: 'number',
    means: ['número do acontecimento, em ordem', 'number of the event, in order'],
    read: ({ position }) => position,
  },
  {
    name: 'at',
    kind: 'instant',
    means: ['quando foi registrado', 'when it was recorded'],
    read: ({ at }) => at,
  },
  {
    name: 'unique_id',
    kind: 'text',
    means: [
      'identificador da notícia; vazio depois de uma retirada pelo operador',
      'id of the article; empty after a take-down by the operator',
    ],
    read: ({ uniqueId }) => uniqueId,
  },
  {
    name: 'agency',
    kind: 'text',
    means: ['chave do órgão', 'key of the agency'],
    read: ({ agencyKey }) => agencyKey,
  },
  {
    name: 'kind',
    kind: 'text',
    means: [
      'appeared, edited, removed (pelo site), restored, taken_down (pelo operador) ou relabelled',
      'appeared, edited, removed (by its site), restored, taken_down (by the operator) or relabelled',
    ],
    read: ({ kind }) => kind,
  },
  {
    name: 'seen_by',
    kind: 'text',
    means: ['quem viu: scraper, import, operator ou model', 'who saw it: scraper, import, operator or model'],
    read: ({ seenBy }) => seenBy,
  },
  {
    name: 'version',
    kind: 'number',
    means: [
      'de appeared e edited: versão da notícia depois do acontecimento; a maior é o total de versões',
      'of appeared and edited: version of the article after the event; the largest one is the number of its versions',
    ],
    read: ({ version }) => version,
  },
  {
    name: 'grade',
    kind: 'text',
    means: [
      'de uma edição: typography, small, figures, names, text_removed ou meaning',
      'of an edit: typography, small, figures, names, text_removed or meaning',
    ],
    read: ({ grade }) => grade,
  },
]
