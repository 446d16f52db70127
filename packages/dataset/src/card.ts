import type { DatasetKind, DatasetSummary } from './ledger.ts'
import type { ColumnKind } from '@pauta/platform/parquet/parquet-schema'
import { formatCount } from '@pauta/platform/text/portuguese'
import { CHANGE_COLUMNS } from './change-columns.ts'
import { FULL_COLUMNS, REDUCED_COLUMNS, type Column } from './columns.ts'

/** Path at which the host expects a dataset's description. */
export const CARD_PATH = 'README.md'

/** The licence in the footer of gov.br pages. */
const LICENSE_NAME = 'cc-by-nd-3.0'
const LICENSE_URL = 'https://creativecommons.org/licenses/by-nd/3.0/deed.pt-br'

/** The host's size classes, with the number of rows below which each ends. */
const SIZE_CLASSES: [number, string][] = [
  [1_000, 'n<1K'],
  [10_000, '1K<n<10K'],
  [100_000, '10K<n<100K'],
  [1_000_000, '100K<n<1M'],
]
const LARGEST_CLASS = '1M<n<10M'

const TYPE_NAMES: Record<ColumnKind, string> = {
  text: 'string',
  number: 'double',
  instant: 'timestamp[us, tz=UTC]',
  texts: 'list<string>',
}

export interface CardFacts {
  kind: DatasetKind
  summary: DatasetSummary
  /** `owner/name` of the other dataset. */
  otherName: string
  /** Local day of the commit, `YYYY-MM-DD`. */
  updatedOn: string
  /** Whether the dataset has files of the configuration `changes`: the host takes no configuration without one. */
  hasChanges: boolean
}

const sizeClassOf = (rows: number): string =>
  SIZE_CLASSES.find(([below]) => rows < below)?.[1] ?? LARGEST_CLASS

/** Built at use: the first formatter of a process loads the data of locales, which a start should not wait for. */
const groupEnglish = (count: number): string => count.toLocaleString('en-US')

const CHANGES_CONFIG = `
- config_name: changes
  data_files:
  - split: train
    path: changes/*.parquet`

function frontMatter({ kind, summary, hasChanges }: CardFacts): string {
  return `---
pretty_name: ${kind === 'full' ? 'Notícias do Governo Federal' : 'Notícias do Governo Federal (reduzido)'}
language:
- pt
license: other
license_name: ${LICENSE_NAME}
license_link: ${LICENSE_URL}
task_categories:
- text-classification
- summarization
tags:
- news
- government
- brazil
size_categories:
- ${sizeClassOf(summary.articles)}
configs:
- config_name: default
  data_files:
  - split: train
    path: data/*.parquet${hasChanges ? CHANGES_CONFIG : ''}
---`
}

function columnTable<Row>(columns: readonly Column<Row>[]): string {
  const rows = columns.map(
    ({ name, kind, means: [pt, en] }) => `| \`${name}\` | ${TYPE_NAMES[kind]} | ${pt} | ${en} |`,
  )
  return ['| coluna · column | tipo · type | significado | meaning |', '|---|---|---|---|', ...rows].join(
    '\n',
  )
}

const changesPart = (): string => `
### changes

O que aconteceu a cada notícia, sem textos: uma linha por acontecimento, um arquivo \`changes/<mês>.parquet\` por mês. ·
What happened to each article, without texts: one row per event, one file \`changes/<month>.parquet\` per month.

${columnTable(CHANGE_COLUMNS)}
`

/** Returns the dataset card: front matter for the host, then a description in Portuguese and English. */
export function writeCard(facts: CardFacts): string {
  const { kind, summary, otherName, updatedOn } = facts
  const { articles, agencies, firstDay, lastDay } = summary
  const span = firstDay && lastDay ? ` (${firstDay} – ${lastDay})` : ''
  const full = kind === 'full'
  return `${frontMatter(facts)}

# Notícias do Governo Federal

Notícias publicadas nos sites de órgãos do Governo Federal do Brasil${full ? ', com texto completo e temas' : ''}:
**${formatCount(articles)}** notícias de **${formatCount(agencies)}** órgãos${span}. Atualizado em ${updatedOn}.
Cada dia acrescenta um arquivo \`data/train-<dia>-<hora>.parquet\` com as notícias da véspera e as que chegaram com
atraso. Notícias retiradas do ar saem do conjunto na atualização seguinte.
A linha de uma notícia editada depois fica como estava quando o arquivo foi escrito.

${full ? `A versão com quatro colunas é [${otherName}](/datasets/${otherName}).` : `A versão completa é [${otherName}](/datasets/${otherName}).`}

# Brazilian federal government news

News from the sites of Brazilian federal agencies${full ? ', with full text and themes' : ''}:
**${groupEnglish(articles)}** articles of **${groupEnglish(agencies)}** agencies${span}. Updated on ${updatedOn}.
Every day adds one file \`data/train-<day>-<time>.parquet\` with the news of the day before and what came late. Articles
that were taken down leave the dataset with its next update.
The row of an article that was edited later stays as it was when its file was written.

${full ? `With four columns only: [${otherName}](/datasets/${otherName}).` : `With every column: [${otherName}](/datasets/${otherName}).`}

## Colunas · Columns

${full ? columnTable(FULL_COLUMNS) : columnTable(REDUCED_COLUMNS)}
${facts.hasChanges ? changesPart() : ''}
Datas em UTC, dias em horário de Brasília. · Instants are UTC, days are Brasília time.

## Licença · License

Salvo indicação em contrário na página de origem (\`url\`), [CC BY-ND 3.0](${LICENSE_URL}). · Unless the original page
(\`url\`) says otherwise.
`
}
