import type { SiteTrial, TriedArticle } from '@pauta/scraper/site/try-site'
import type { SiteRow } from '@pauta/scraper/store/listed-sites'
import { withoutControls } from '../terminal/output.ts'
import { renderTable } from '../terminal/table.ts'

const TEXT_SHOWN_CHARACTERS = 160

function describeArticle({ url, article, error }: TriedArticle): string[] {
  if (article === null) return [url, `  cannot be read: ${withoutControls(error)}`]
  const { title, publishedAt, subtitle, imageUrl, markdown, flags } = article
  const start = markdown.slice(0, TEXT_SHOWN_CHARACTERS)
  return [
    article.url,
    `  title      ${withoutControls(title)}`,
    `  published  ${publishedAt?.iso ?? 'no date: the article would not be stored'}`,
    ...(subtitle === null ? [] : [`  subtitle   ${withoutControls(subtitle)}`]),
    ...(imageUrl === null ? [] : [`  picture    ${imageUrl}`]),
    `  text       ${markdown.length} characters${flags.length > 0 ? ` (${flags.join(', ')})` : ''}: ${withoutControls(start)}`,
  ]
}

/** The articles of a tried site as they would be stored. */
export const describeTrial = ({ site, entries, articles }: SiteTrial): string[] => [
  `${site.listingUrls.join(', ')}: ${entries} entries as a site of the kind ${site.kind}`,
  ...articles.flatMap((article) => ['', ...describeArticle(article)]),
  '',
]

/** Whether an article of the site would be stored: one was read and has a date. */
export const isStorable = ({ articles }: SiteTrial): boolean =>
  articles.some(({ article }) => article !== null && article.publishedAt !== null)

/** The sites as a table. */
export const describeSites = (rows: readonly SiteRow[]): string[] =>
  renderTable(
    ['agency', 'kind', 'read', 'listing', 'note'],
    rows.map(({ key, kind, active, listingUrls, note }) => [
      key,
      kind,
      active ? 'yes' : 'paused',
      listingUrls.join(' '),
      withoutControls(note ?? ''),
    ]),
  )
