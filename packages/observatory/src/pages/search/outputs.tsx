import { useState } from 'preact/hooks'
import { API_URL } from '../../api/client.ts'
import { useCopy } from '../../frame/use-copy.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { writeFilter, type SearchState } from './selection.ts'

const words = texts.search

/** Columns of tables for a reader who wants no texts of articles; the export has them in this order. */
const FEW_COLUMNS = 'published_at,agency_name,title,summary,most_specific_theme_label,states,url'

/** Links to the same articles as a feed, as a table, as a widget and beside other questions. */
export function Outputs({ state }: { state: SearchState }) {
  const { copied, copy } = useCopy()
  const [hasAllColumns, setAllColumns] = useState(false)
  const query = writeFilter(state).toString().replaceAll('%2C', ',')
  const withQuery = (path: string, ...more: string[]) => {
    const parameters = [query, ...more].filter(Boolean).join('&')
    return `${API_URL}${path}${parameters === '' ? '' : `?${parameters}`}`
  }
  const columns = hasAllColumns ? '' : `columns=${FEW_COLUMNS}`
  return (
    <section class="outputs" aria-label={words.outputs}>
      <span>{words.outputs}</span>
      <a href={withQuery('/feeds/articles.rss')}>{words.rss}</a>
      <a href={withQuery('/feeds/articles.atom')}>{words.atom}</a>
      <a href={`${paths.widget}?${query}`}>{words.widget}</a>
      <a href={`${paths.compare}?${new URLSearchParams({ question: query })}`}>{words.compare}</a>
      <button type="button" onClick={() => copy(location.href)} aria-live="polite">
        {copied === location.href ? texts.chart.copied : words.link}
      </button>
      <span>{words.tables}</span>
      <a href={withQuery('/export/articles.xlsx', columns)}>{words.xlsx}</a>
      <a href={withQuery('/export/articles.csv', columns, 'locale=pt-BR')}>{words.csvOfBrazil}</a>
      <a href={withQuery('/export/articles.csv', columns)}>{words.csv}</a>
      <label class="switch">
        <input
          type="checkbox"
          checked={hasAllColumns}
          onChange={({ currentTarget }) => setAllColumns(currentTarget.checked)}
        />
        {words.allColumns}
      </label>
    </section>
  )
}
