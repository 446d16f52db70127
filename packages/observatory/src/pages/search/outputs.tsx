import { useState } from 'preact/hooks'
import { API_URL } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts.ts'
import { writeFilter, type SearchState } from './selection.ts'

/** Links to the same articles as a feed, as a table and as a widget. */
export function Outputs({ state }: { state: SearchState }) {
  const [isCopied, setCopied] = useState(false)
  const query = writeFilter(state).toString().replaceAll('%2C', ',')
  const withQuery = (path: string) => `${API_URL}${path}${query === '' ? '' : `?${query}`}`
  const copy = async () => {
    await navigator.clipboard.writeText(location.href)
    setCopied(true)
  }
  return (
    <p class="outputs">
      <span>{texts.search.outputs}</span>
      <a href={withQuery('/feeds/articles.rss')}>{texts.search.rss}</a>
      <a href={withQuery('/feeds/articles.atom')}>{texts.search.atom}</a>
      <a href={withQuery('/export/articles.csv')}>{texts.search.csv}</a>
      <a href={`${paths.widget}?${query}`}>{texts.search.widget}</a>
      <button type="button" onClick={() => void copy()} aria-live="polite">
        {isCopied ? texts.chart.copied : texts.search.link}
      </button>
    </p>
  )
}
