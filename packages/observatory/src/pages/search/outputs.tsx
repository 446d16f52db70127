import { API_URL } from '../../api/client.ts'
import { useCopy } from '../../frame/use-copy.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts.ts'
import { writeFilter, type SearchState } from './selection.ts'

/** Links to the same articles as a feed, as a table and as a widget. */
export function Outputs({ state }: { state: SearchState }) {
  const { copied, copy } = useCopy()
  const query = writeFilter(state).toString().replaceAll('%2C', ',')
  const withQuery = (path: string) => `${API_URL}${path}${query === '' ? '' : `?${query}`}`
  return (
    <p class="outputs">
      <span>{texts.search.outputs}</span>
      <a href={withQuery('/feeds/articles.rss')}>{texts.search.rss}</a>
      <a href={withQuery('/feeds/articles.atom')}>{texts.search.atom}</a>
      <a href={withQuery('/export/articles.csv')}>{texts.search.csv}</a>
      <a href={`${paths.widget}?${query}`}>{texts.search.widget}</a>
      <button type="button" onClick={() => copy(location.href)} aria-live="polite">
        {copied === location.href ? texts.chart.copied : texts.search.link}
      </button>
    </p>
  )
}
