import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { BrowseDocument, SearchDocument, SearchOptionsDocument } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { useSettled } from '../../api/use-settled.ts'
import { ArticleList } from '../../frame/article-card.tsx'
import { Fold } from '../../frame/fold.tsx'
import { NewArticles } from '../../frame/new-articles.tsx'
import { Pages } from '../../frame/pages.tsx'
import { Failure, Skeleton } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { formatCount, toDay } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { ReceiveByEmail } from '../alerts/receive-by-email.tsx'
import { selectionOfSearch } from './alert-selection.ts'
import { Facets } from './facets.tsx'
import { Filters } from './filters.tsx'
import { Outputs } from './outputs.tsx'
import { Presets } from './presets.tsx'
import { SearchField } from './search-field.tsx'
import {
  countFilters,
  PAGE_SIZE,
  readState,
  REACHABLE,
  streamFilter,
  toArticleFilter,
  writeState,
  type SearchState,
} from './selection.ts'

/** As the second skip link of the frame. */
const RESULTS = 'resultados'

function useResults(state: SearchState) {
  const every = toArticleFilter(state)
  const common = {
    filter: { ...every, oneStoryPer: true },
    every,
    page: state.page,
    limit: PAGE_SIZE,
    sort: state.sort ?? null,
  }
  const hasWords = state.q !== ''
  const searched = useData(
    SearchDocument,
    { ...common, query: state.q, semantic: state.semantic },
    { pause: !hasWords },
  )
  const browsed = useData(BrowseDocument, common, { pause: hasWords })
  const loaded = hasWords ? searched : browsed
  return {
    loaded,
    result: hasWords ? searched.data?.search : browsed.data?.articles,
    /** Articles, also those of one story. */
    found: loaded.data?.every.found ?? 0,
  }
}

/** Whether a search has agencies or words to leave out. */
const leavesOut = ({ excludeAgencies, excludeKeywords }: SearchState) =>
  excludeAgencies.length + excludeKeywords.length > 0

function Results({ state, change }: { state: SearchState; change: (values: Partial<SearchState>) => void }) {
  const { loaded, result, found } = useResults(state)
  if (loaded.failure !== undefined) return <Failure text={loaded.failure} retry={loaded.retry} />
  if (!result) return <Skeleton lines={12} />
  return (
    <div aria-busy={loaded.isLoading}>
      <p class="found" role="status">
        {texts.search.found(formatCount(found))}
        {result.found < found && texts.search.inStories(formatCount(result.found))}
      </p>
      {result.found === 0 ? (
        <p>
          {texts.search.tips} {leavesOut(state) && texts.search.tipsOfExclusions}
        </p>
      ) : (
        <ArticleList articles={result.articles} query={state.q} />
      )}
      <NewArticles
        filter={streamFilter(state, toDay(new Date()))}
        shown={result.articles}
        load={() => {
          if (state.page > 1) change({ page: 1 })
          loaded.retry()
        }}
      />
      <Pages
        page={state.page}
        pages={Math.ceil(Math.min(result.found, REACHABLE) / PAGE_SIZE)}
        turn={(page) => change({ page })}
        list={RESULTS}
      />
    </div>
  )
}

/** Search as you type, with filters. The address of the page is a permanent link to what it shows. */
export function SearchPage() {
  const { url, route } = useLocation()
  const state = readState(new URLSearchParams(url.split('?')[1] ?? ''))
  useTitle(state.q === '' ? texts.search.title : texts.search.titleOf(state.q))
  const [words, setWords] = useState(state.q)
  const settled = useSettled(words)
  const options = useData(SearchOptionsDocument, {})
  const filters = countFilters(state)
  const change = (values: Partial<SearchState>, replace = false) => {
    // `state` belongs to the last render. A field that changed after it is in the address already.
    const current = readState(new URLSearchParams(location.search))
    const query = writeState({ ...current, ...values })
    route(query === '' ? paths.search : `${paths.search}?${query}`, replace)
  }
  useEffect(() => {
    const q = settled.trim()
    if (q !== state.q) change({ q, page: 1 }, true)
    // Only a change of the words is a reason to search again; filters change the address themselves.
  }, [settled])
  // The address changes without typing when a reader goes back or follows a link to a search.
  useEffect(() => {
    if (state.q !== settled.trim()) setWords(state.q)
  }, [state.q])
  return (
    <>
      <h1>{texts.search.title}</h1>
      <SearchField words={words} setWords={setWords} state={state} change={change} />
      {/* Before the results, so that the skip link leads to the first of them. */}
      <div class="quick">
        <Presets
          startDate={state.startDate}
          endDate={state.endDate}
          choose={(days) => change({ ...days, page: 1 })}
        />
        <ReceiveByEmail selection={selectionOfSearch(state)} />
      </div>
      <div class="search-layout">
        <section id={RESULTS} tabIndex={-1} aria-label={texts.search.results}>
          <h2 class="unseen">{texts.search.results}</h2>
          <Results state={state} change={change} />
        </section>
        <aside class="search-side" aria-label={texts.search.filters}>
          <Fold title={texts.search.counts}>
            <Facets state={state} change={change} />
          </Fold>
          <Fold title={filters === 0 ? texts.search.filters : texts.search.filtersSet(formatCount(filters))}>
            <Filters state={state} options={options.data} change={change} />
          </Fold>
        </aside>
        <Outputs state={state} />
      </div>
    </>
  )
}
