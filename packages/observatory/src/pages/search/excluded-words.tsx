import { useRef, useState } from 'preact/hooks'
import { Chips } from '../../frame/chips.tsx'
import { listEntries } from '../../frame/list-entries.ts'
import { texts } from '../../texts/texts.ts'
import type { FacetsProps } from './selection.ts'

const words = texts.search
/** The API takes expressions of at most this many characters. */
const EXPRESSION_MAX_CHARACTERS = 100

/** An alert of the search would refuse an expression without a letter or digit. */
const hasWord = (expression: string) => /[\p{L}\p{N}]/u.test(expression)

/** The expressions that a search leaves out. Enter or leaving the field adds what was typed. */
export function ExcludedWords({ state, change }: FacetsProps) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const chosen = state.excludeKeywords
  const choose = (excludeKeywords: string[]) => change({ excludeKeywords, page: 1 })
  const add = (text: string) => {
    const added = listEntries(text).filter((entry) => hasWord(entry) && !chosen.includes(entry))
    if (added.length > 0) choose([...chosen, ...added])
    setTyped('')
  }
  const remove = (expression: string) => {
    choose(chosen.filter((other) => other !== expression))
    // The button that had the focus is gone.
    field.current?.focus()
  }
  return (
    <div class="picker">
      <label>
        {words.excludeKeywords}
        <input
          ref={field}
          type="text"
          placeholder={words.excludePlaceholder}
          maxLength={EXPRESSION_MAX_CHARACTERS}
          autocomplete="off"
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onChange={({ currentTarget }) => add(currentTarget.value)}
        />
      </label>
      <Chips values={chosen} nameOf={(expression) => expression} remove={remove} />
    </div>
  )
}
