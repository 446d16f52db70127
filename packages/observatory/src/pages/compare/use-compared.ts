import type { Days } from '../../charts/periods.ts'
import { useMemo } from 'preact/hooks'
import {
  CompareDocument,
  SearchOptionsDocument,
  type CompareQuery,
  type SearchOptionsQuery,
} from '../../api/generated/operations.ts'
import { useData, type Loaded } from '../../api/use-data.ts'
import type { Source } from '../../charts/chart.tsx'
import { toArticleFilter, type SearchState } from '../search/selection.ts'
import type { Compared } from './compared.ts'
import {
  anyQuestion,
  daysBeforeThese,
  daysOf,
  layOut,
  QUESTIONS_MAX,
  type CompareState,
  type Layout,
} from './compare-state.ts'
import { nameQuestion, tellApart } from './name-question.ts'

const SLOTS = Array.from({ length: QUESTIONS_MAX }, (_, at) => at)

function variablesOf(question: SearchState, days: Days, { granularity }: Layout) {
  const within = ({ from, to }: Days) => ({ ...toArticleFilter(question), startDate: from, endDate: to })
  const [entity] = question.entityCanonical
  return {
    query: question.q,
    filter: within(days),
    before: within(daysBeforeThese(days)),
    by: granularity,
    entity: entity ?? '',
    hasEntity: entity !== undefined,
  }
}

export interface ComparedQuestions {
  loaded: Loaded<Compared[]>
  layout: Layout
  /** The queries of all questions, for readers who want the numbers from the API. */
  source: Source
}

/** Names the questions and pairs them with their answers, once all have arrived. */
function pairAnswers(
  { questions }: CompareState,
  days: readonly Days[],
  { answers, options }: { answers: readonly (CompareQuery | undefined)[]; options: SearchOptionsQuery },
): Compared[] | undefined {
  const states = options.states.items.map(({ key, label }) => ({ code: key, label }))
  const named = questions.map((question, at) => ({
    name: nameQuestion(question, { ...options, states, entity: answers[at]?.entity?.canonicalName }),
    days: days[at]!,
  }))
  const names = tellApart(named)
  const pairs = named.flatMap(({ days }, at) => {
    const answer = answers[at]
    return answer ? [{ name: names[at]!, days, before: daysBeforeThese(days), answer }] : []
  })
  return pairs.length === questions.length ? pairs : undefined
}

/**
 * Asks the API for the numbers of all questions: one request for each. They are shown when all have arrived. The state must
 * be stable between renders.
 */
export function useCompared(state: CompareState, today: string): ComparedQuestions {
  const { questions, days: common } = state
  const days = useMemo(
    () => questions.map((question) => daysOf(question, common, today)),
    [questions, common, today],
  )
  const layout = useMemo(() => layOut(days), [days])
  const options = useData(SearchOptionsDocument, {})
  const asked = SLOTS.map((at) => variablesOf(questions[at] ?? anyQuestion(), days[at] ?? common, layout))
  // Always five, of which those without a question are paused: the number of hooks must not change.
  const slots = asked
    .map((variables, at) => useData(CompareDocument, variables, { pause: at >= questions.length }))
    .slice(0, questions.length)
  const answers = slots.map(({ data }) => data)
  const known = options.data
  const data = useMemo(
    () => known && pairAnswers(state, days, { answers, options: known }),
    [state, days, known, ...SLOTS.map((at) => answers[at])],
  )
  const failed = [...slots, options].filter(({ failure }) => failure !== undefined)
  return {
    layout,
    source: { document: CompareDocument, variables: asked[0]!, more: asked.slice(1, questions.length) },
    loaded: {
      data,
      failure: failed[0]?.failure,
      isLoading: slots.some(({ isLoading }) => isLoading),
      retry: () => failed.forEach(({ retry }) => retry()),
    },
  }
}
