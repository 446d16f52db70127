import type { SearchOptionsQuery } from '../../api/generated/operations.ts'
import { DayField } from '../../frame/day-field.tsx'
import { formatCount } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import { EntityPicker } from '../../frame/entity-picker.tsx'
import { ExcludedWords } from '../search/excluded-words.tsx'
import { Picker } from '../search/picker.tsx'
import { countFilters, type SearchState } from '../search/selection.ts'

const words = texts.compare

interface QuestionFieldsProps {
  /** From 0. */
  at: number
  question: SearchState
  options: SearchOptionsQuery | undefined
  change: (values: Partial<SearchState>) => void
  /** Undefined for the only question. */
  remove: (() => void) | undefined
}

/** The filters of a question and days of its own. */
function More({ question, options, change }: Omit<QuestionFieldsProps, 'at' | 'remove'>) {
  const states = (options?.states.items ?? []).map(({ key, label }) => ({ code: key, label }))
  const pickers = [
    ['agencies', texts.search.agency, options?.agencies ?? []],
    ['excludeAgencies', texts.search.excludeAgencies, options?.agencies ?? [], texts.search.none],
    ['themes', texts.search.theme, options?.themes ?? []],
    ['states', texts.search.state, states],
  ] as const
  return (
    <div class="fields">
      {pickers.map(([name, label, known, hint]) => (
        <Picker
          key={name}
          name={name}
          label={label}
          hint={hint}
          options={known}
          state={question}
          change={change}
        />
      ))}
      <EntityPicker
        chosen={question.entityCanonical}
        choose={(entityCanonical) => change({ entityCanonical })}
      />
      <ExcludedWords state={question} change={change} />
      <DayField
        label={texts.search.from}
        value={question.startDate}
        max={question.endDate || undefined}
        isOptional
        choose={(startDate) => change({ startDate })}
      />
      <DayField
        label={texts.search.to}
        value={question.endDate}
        min={question.startDate || undefined}
        isOptional
        choose={(endDate) => change({ endDate })}
      />
      <p class="help">{words.ownDays}</p>
    </div>
  )
}

/** One question: its words, which count when the field is left or Enter is pressed, and its filters in a fold. */
export function QuestionFields({ at, question, options, change, remove }: QuestionFieldsProps) {
  const position = String(at + 1)
  const filters = countFilters(question)
  return (
    <fieldset class="compare-question" style={{ '--question': `var(--series-${position})` }}>
      <legend class="unseen">{words.question(position)}</legend>
      <div class="compare-words">
        <input
          type="search"
          id={`pergunta-${position}`}
          aria-label={`${words.words}: ${words.question(position)}`}
          placeholder={words.any}
          maxLength={1000}
          value={question.q}
          onChange={({ currentTarget }) => change({ q: currentTarget.value.trim() })}
        />
        {remove && (
          <button type="button" aria-label={words.remove(position)} onClick={remove}>
            <span aria-hidden="true">×</span>
          </button>
        )}
      </div>
      <details>
        <summary>{filters === 0 ? words.filters : words.filtersSet(formatCount(filters))}</summary>
        <More question={question} options={options} change={change} />
      </details>
    </fieldset>
  )
}
