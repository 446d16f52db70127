import { useEffect, useRef } from 'preact/hooks'
import type { SearchOptionsQuery } from '../../api/generated/operations.ts'
import { DayField } from '../../frame/day-field.tsx'
import { texts } from '../../texts/texts.ts'
import { Presets } from '../search/presets.tsx'
import type { SearchState } from '../search/selection.ts'
import {
  anyQuestion,
  daysBeforeThese,
  daysOf,
  QUESTIONS_MAX,
  type CompareState,
  type Measure,
} from './compare-state.ts'
import { QuestionFields } from './question-fields.tsx'

const words = texts.compare
const MEASURES = Object.entries(words.measures) as [Measure, string][]

interface CompareFormProps {
  state: CompareState
  options: SearchOptionsQuery | undefined
  today: string
  change: (values: Partial<CompareState>) => void
}

/** Moves the focus to the words of the last question when one was added, or when the one with the focus was removed. */
function useFocusOnLast(count: number): void {
  const earlier = useRef(count)
  useEffect(() => {
    if (earlier.current !== count) document.getElementById(`pergunta-${count}`)?.focus()
    earlier.current = count
  }, [count])
}

/** The days of all questions without days of their own, and what is drawn. */
function CommonFields({ state: { days, measure }, today, change }: Omit<CompareFormProps, 'options'>) {
  return (
    <div class="compare-common">
      <Presets
        startDate={days.from}
        endDate={days.to}
        choose={({ startDate, endDate }) => change({ days: { from: startDate, to: endDate } })}
      />
      <div class="day-range" role="group" aria-label={words.days}>
        <DayField
          label={texts.search.from}
          value={days.from}
          max={days.to}
          choose={(from) => change({ days: { ...days, from } })}
        />
        <DayField
          label={texts.search.to}
          value={days.to}
          min={days.from}
          max={today}
          choose={(to) => change({ days: { ...days, to } })}
        />
      </div>
      <fieldset class="choice choice-wrap">
        <legend>{words.measure}</legend>
        {MEASURES.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="medida"
              checked={measure === value}
              onChange={() => change({ measure: value })}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}

/** What is compared: up to five questions, their days and the measure. */
export function CompareForm({ state, options, today, change }: CompareFormProps) {
  const { questions, days } = state
  useFocusOnLast(questions.length)
  const changeOne = (at: number, values: Partial<SearchState>) =>
    change({ questions: questions.map((one, other) => (other === at ? { ...one, ...values } : one)) })
  const last = questions.at(-1) ?? anyQuestion()
  const earlier = daysBeforeThese(daysOf(last, days, today))
  const isFull = questions.length >= QUESTIONS_MAX
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <div class="compare-questions">
        {questions.map((question, at) => (
          <QuestionFields
            key={at}
            at={at}
            question={question}
            options={options}
            change={(values) => changeOne(at, values)}
            remove={
              questions.length === 1
                ? undefined
                : () => change({ questions: questions.filter((_, other) => other !== at) })
            }
          />
        ))}
      </div>
      <p class="actions">
        <button
          type="button"
          disabled={isFull}
          onClick={() => change({ questions: [...questions, anyQuestion()] })}
        >
          {words.add}
        </button>
        <button
          type="button"
          disabled={isFull}
          onClick={() =>
            change({ questions: [...questions, { ...last, startDate: earlier.from, endDate: earlier.to }] })
          }
        >
          {words.addEarlier}
        </button>
        {isFull && <span>{words.most}</span>}
      </p>
      <CommonFields state={state} today={today} change={change} />
    </form>
  )
}
