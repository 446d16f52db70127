import { useState } from 'preact/hooks'
import { API_URL } from '../../api/client.ts'
import { useCopy } from '../../frame/use-copy.ts'
import { toDay } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { compareSearch } from './compare-search.ts'
import { writeFilter, writeFollowed, type SearchState } from './selection.ts'

const words = texts.search

/** Columns of tables for a reader who wants no texts of articles; the export has them in this order. */
const FEW_COLUMNS = 'published_at,agency_name,title,summary,most_specific_theme_label,states,url'

/** Links to the same articles as a feed, as a table, as a widget and beside other questions. */
export function Outputs({ state }: { state: SearchState }) {
  const { copied, copy } = useCopy()
  const [hasAllColumns, setAllColumns] = useState(false)
  const query = writeFilter(state).toString().replaceAll('%2C', ',')
  const followed = writeFollowed(state)
  const link = (path: string, ...parts: string[]) => {
    const parameters = parts.filter(Boolean).join('&')
    return `${path}${parameters === '' ? '' : `?${parameters}`}`
  }
  const columns = hasAllColumns ? '' : `columns=${FEW_COLUMNS}`
  return (
    <section class="outputs" aria-label={words.outputs}>
      <span>{words.outputs}</span>
      <a href={API_URL + link('/feeds/articles.rss', followed)}>{words.rss}</a>
      <a href={API_URL + link('/feeds/articles.atom', followed)}>{words.atom}</a>
      <a href={link(paths.widget, followed)}>{words.widget}</a>
      <a href={compareSearch(state, toDay(new Date()))}>{words.compare}</a>
      <button type="button" onClick={() => copy(location.href)} aria-live="polite">
        {copied === location.href ? texts.chart.copied : words.link}
      </button>
      <span>{words.tables}</span>
      <a href={API_URL + link('/export/articles.xlsx', query, columns)}>{words.xlsx}</a>
      <a href={API_URL + link('/export/articles.csv', query, columns, 'locale=pt-BR')}>{words.csvOfBrazil}</a>
      <a href={API_URL + link('/export/articles.csv', query, columns)}>{words.csv}</a>
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
