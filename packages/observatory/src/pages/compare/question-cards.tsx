import { formatChange, formatCount, formatFineShare } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { ReceiveByEmail } from '../alerts/receive-by-email.tsx'
import { selectionOfSearch } from '../search/alert-selection.ts'
import { writeState, type SearchState } from '../search/selection.ts'
import { partOf, type Compared } from './compared.ts'
import { nameDays } from './name-question.ts'

const words = texts.compare

/** The number before, with its part and how far the number moved. */
function Before({ before, answer }: Compared) {
  const { found, total } = answer.before
  if (total === 0) return <p>{words.noneBefore(nameDays(before))}</p>
  const now = answer.periods.found
  return (
    <p>
      {words.before(
        nameDays(before),
        words.found(formatCount(found)),
        formatFineShare(partOf(answer.before)),
      )}
      {found > 0 && `. ${words.change(formatChange(now / found - 1))}`}
    </p>
  )
}

interface QuestionCardsProps {
  questions: readonly SearchState[]
  compared: readonly Compared[]
}

/** Each question with its number, its part of all articles, the same before, and the way to its articles. */
export function QuestionCards({ questions, compared }: QuestionCardsProps) {
  return (
    <section aria-label={words.numbers}>
      <ol class="compare-cards">
        {compared.map((one, at) => {
          const { from, to } = one.days
          const state = { ...(questions[at] as SearchState), startDate: from, endDate: to }
          return (
            <li key={one.name} class="card" style={{ '--question': `var(--series-${at + 1})` }}>
              <h2>{one.name}</h2>
              <p class="compare-number">{words.found(formatCount(one.answer.periods.found))}</p>
              <p>
                {words.share(formatFineShare(partOf(one.answer.periods)))}: {nameDays(one.days)}
              </p>
              <Before {...one} />
              <p class="compare-actions">
                <a href={`${paths.search}?${writeState(state)}`}>{words.open}</a>
              </p>
              <ReceiveByEmail selection={selectionOfSearch(questions[at] as SearchState)} />
            </li>
          )
        })}
      </ol>
    </section>
  )
}
