import type { Repository } from './repository.ts'

const COMMITS_SHOWN = 20
const CELL_MAX_CHARACTERS = 120

const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}' +
  'td,th{padding:.2rem 1rem .2rem 0;text-align:left;vertical-align:top}code,pre{font-size:.9rem}' +
  'pre{white-space:pre-wrap;background:#8882;padding:1rem}:root{color-scheme:light dark}'

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escapeHtml(title)}</title><style>${STYLE}</style><h1>${escapeHtml(title)}</h1>${body}</html>`

/** The list of datasets, for people. */
export function renderHub(repositories: readonly Repository[]): string {
  const items = repositories.map((repository) => {
    const { name } = repository
    const files = Object.keys(repository.head().files).length
    return `<li><a href="/datasets/${escapeHtml(name)}">${escapeHtml(name)}</a>: ${files} files`
  })
  return page(
    'Datasets of this laptop',
    `<p>Stands in for the public dataset host. <code>npm run job -- export-dataset</code> fills it.<ul>${items.join('')}</ul>`,
  )
}

/** What a page shows of a dataset besides its files. */
export interface DatasetSample {
  card: string
  /** Rows of its latest file. */
  rows: readonly Record<string, unknown>[]
}

function renderCell(value: unknown): string {
  const text = value instanceof Date ? value.toISOString() : Array.isArray(value) ? value.join(', ') : value
  return `<td>${escapeHtml(typeof text === 'string' ? text.slice(0, CELL_MAX_CHARACTERS) : '')}`
}

function renderRows(rows: DatasetSample['rows']): string {
  const names = Object.keys(rows[0] ?? {})
  const head = names.map((name) => `<th>${escapeHtml(name)}`).join('')
  const body = rows.map((row) => `<tr>${names.map((name) => renderCell(row[name])).join('')}`).join('')
  return `<div style="overflow-x:auto"><table><tr>${head}${body}</table></div>`
}

/** Shows files, first rows, commits and card of a dataset, for people. */
export function renderDataset(repository: Repository, { card, rows: sample }: DatasetSample): string {
  const { files } = repository.head()
  const rows = Object.entries(files)
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([path, { size, sha256 }]) => {
      const link = `/datasets/${repository.name}/resolve/main/${path}`
      return `<tr><td><a href="${escapeHtml(link)}" download>${escapeHtml(path)}</a><td>${size} bytes<td><code>${sha256.slice(0, 12)}</code>`
    })
  const commits = repository
    .commits()
    .slice(0, COMMITS_SHOWN)
    .map(({ id, date, title }) => `<tr><td><code>${id.slice(0, 8)}</code><td>${date}<td>${escapeHtml(title)}`)
  return page(
    repository.name,
    `<h2>Files</h2><table>${rows.join('')}</table><h2>First rows of the latest file</h2>${renderRows(sample)}<h2>Commits</h2><table>${commits.join('')}</table>` +
      `<h2>Card</h2><pre>${escapeHtml(card)}</pre>`,
  )
}
