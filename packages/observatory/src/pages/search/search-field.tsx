import type { ArticleSort } from '../../api/generated/operations.ts'
import { texts } from '../../texts/texts.ts'
import type { FacetsProps } from './selection.ts'

interface SearchFieldProps extends FacetsProps {
  words: string
  setWords: (words: string) => void
}

const SORTS = Object.entries(texts.search.sorts) as [ArticleSort, string][]

/** The words, how they are searched for, and the order. */
export function SearchField({ words, setWords, state, change }: SearchFieldProps) {
  const choose = (semantic: boolean) => change({ semantic, page: 1 })
  return (
    <form class="search-field" role="search" onSubmit={(event) => event.preventDefault()}>
      <input
        type="search"
        aria-label={texts.search.field}
        placeholder={texts.search.placeholder}
        value={words}
        maxLength={1000}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <fieldset class="choice">
        <legend>{texts.search.mode}</legend>
        <label>
          <input type="radio" name="modo" checked={!state.semantic} onChange={() => choose(false)} />
          <span>{texts.search.words}</span>
        </label>
        <label>
          <input type="radio" name="modo" checked={state.semantic} onChange={() => choose(true)} />
          <span>{texts.search.meaning}</span>
        </label>
      </fieldset>
      <label class="sort">
        {texts.search.sort}
        <select
          value={state.sort ?? (state.q === '' ? 'DATE' : 'RELEVANCE')}
          onChange={({ currentTarget }) => change({ sort: currentTarget.value as ArticleSort, page: 1 })}
        >
          {SORTS.map(([sort, label]) => (
            <option key={sort} value={sort} disabled={sort === 'RELEVANCE' && state.q === ''}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </form>
  )
}
