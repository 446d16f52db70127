import type { Repository } from './repository.ts'

const COMMITS_SHOWN = 20

const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}' +
  'td,th{padding:.2rem 1rem .2rem 0;text-align:left;vertical-align:top}code,pre{font-size:.9rem}' +
  'pre{white-space:pre-wrap;background:#8882;padding:1rem}:root{color-scheme:light dark}'

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escapeHtml(title)}</title><style>${STYLE}</style><h1>${escapeHtml(title)}</h1>${body}</html>`

/** What the hub has, for people. */
export function renderHub(repositories: readonly Repository[]): string {
  const items = repositories.map(({ name, head }) => {
    const files = Object.keys(head().files).length
    return `<li><a href="/datasets/${escapeHtml(name)}">${escapeHtml(name)}</a>: ${files} files`
  })
  return page(
    'Datasets of this laptop',
    `<p>Stands in for the public dataset host. <code>npm run job -- export-dataset</code> fills it.<ul>${items.join('')}</ul>`,
  )
}

/** Files, commits and card of a dataset, for people. */
export function renderDataset(repository: Repository, card: string): string {
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
    `<h2>Files</h2><table>${rows.join('')}</table><h2>Commits</h2><table>${commits.join('')}</table>` +
      `<h2>Card</h2><pre>${escapeHtml(card)}</pre>`,
  )
}
