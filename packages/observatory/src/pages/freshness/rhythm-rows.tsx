import { useState } from 'preact/hooks'
import type { FreshnessState } from '../../api/generated/operations.ts'
import { Chart, type Source } from '../../charts/chart.tsx'
import { foldText } from '../../fold-text.ts'
import { formatAgo, formatCount } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import {
  countStates,
  describeError,
  describeRhythm,
  findRatio,
  sortByAttention,
  STATES,
  type AgencyRow,
} from './describe-freshness.ts'

const words = texts.freshness
/** The end of the scale, in long pauses. */
const SCALE = 4
const SHOWN_FIRST = 30

/** The dot of an agency on its own scale. A hatched track stands for an unknown silence. */
function Track({ row }: { row: AgencyRow }) {
  const ratio = row.state === 'UNREAD' ? undefined : findRatio(row)
  if (ratio === undefined) return <span class="rhythm-track rhythm-unknown" aria-hidden="true" />
  const left = `${(100 * Math.min(ratio, SCALE)) / SCALE}%`
  return (
    <span class="rhythm-track" aria-hidden="true">
      <span class={`rhythm-dot rhythm-${row.state.toLowerCase()}`} style={{ left }} />
    </span>
  )
}

function describeSilence({ silentDays }: AgencyRow): string {
  return silentDays === null || silentDays === undefined ? words.never : words.silent(silentDays)
}

function Row({ row, now }: { row: AgencyRow; now: Date }) {
  const ago = row.lastReadAt ? formatAgo(row.lastReadAt, now) : undefined
  const note =
    row.state === 'UNREAD' ? words.unread(ago, describeError(row.lastErrorKind)) : describeRhythm(row)
  const last = describeSilence(row)
  return (
    <li>
      <span class="rhythm-name">
        <a href={paths.agency(row.agencyKey)}>{row.agencyName}</a>
      </span>
      <Track row={row} />
      <span class="rhythm-note">
        <span class={`state state-${row.state.toLowerCase()}`}>{words.states[row.state]}</span>{' '}
        {row.lastArticleId ? <a href={paths.article(row.lastArticleId)}>{last}</a> : last}
        <small>{note}</small>
      </span>
    </li>
  )
}

type Choice = FreshnessState | 'ALL'

function StateChoice({
  rows,
  choice,
  choose,
}: {
  rows: readonly AgencyRow[]
  choice: Choice
  choose: (choice: Choice) => void
}) {
  const counts = countStates(rows)
  const choices: [Choice, string, number][] = [
    ['ALL', words.all, rows.length],
    ...STATES.filter((state) => counts[state] > 0).map((state): [Choice, string, number] => [
      state,
      words.named(state, counts[state]),
      counts[state],
    ]),
  ]
  return (
    <fieldset class="choice choice-wrap">
      <legend>{words.filter}</legend>
      {choices.map(([value, label, count]) => (
        <label key={value}>
          <input type="radio" name="situacao" checked={value === choice} onChange={() => choose(value)} />
          <span>
            {label} <b>{formatCount(count)}</b>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const toTable = (rows: readonly AgencyRow[]) => ({
  columns: Object.values(words.columns),
  rows: rows.map((row) => [
    row.agencyKey,
    row.agencyName,
    words.states[row.state],
    row.lastArticleAt,
    row.silentDays,
    row.usualPauseDays,
    row.longPauseDays,
    row.articles,
    row.lastReadAt,
    row.failedReads,
    row.lastErrorKind,
    row.fallbackShare,
  ]),
})

/** Every agency on the scale of its own pauses, those that need attention first. */
export function RhythmRows({ rows, source }: { rows: readonly AgencyRow[]; source: Source }) {
  const [choice, choose] = useState<Choice>('ALL')
  const [name, setName] = useState('')
  const [showsAll, setShowsAll] = useState(false)
  const now = new Date()
  const wanted = sortByAttention(rows).filter(
    ({ state, agencyName, agencyKey }) =>
      (choice === 'ALL' || state === choice) &&
      foldText(`${agencyName} ${agencyKey}`).includes(foldText(name)),
  )
  const shown = showsAll ? wanted : wanted.slice(0, SHOWN_FIRST)
  const unread = countStates(rows).UNREAD
  return (
    <Chart
      title={words.rows}
      help={words.rowsHelp}
      fileName="atualidade"
      source={source}
      partial={unread > 0 ? words.unreadSome(unread) : undefined}
      table={toTable(wanted)}
    >
      <div class="rhythm-tools">
        <StateChoice rows={rows} choice={choice} choose={choose} />
        <input
          type="search"
          aria-label={words.find}
          placeholder={words.find}
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </div>
      <div class="rhythm-axis" aria-hidden="true">
        {words.axis.map((label, at) => (
          <span key={label} style={{ left: `${(100 * at) / SCALE}%` }}>
            {label}
          </span>
        ))}
      </div>
      {shown.length === 0 && <p>{texts.nothing}</p>}
      <ol class="rhythm unmarked">
        {shown.map((row) => (
          <Row key={row.agencyKey} row={row} now={now} />
        ))}
      </ol>
      {shown.length < wanted.length && (
        <p>
          <button type="button" onClick={() => setShowsAll(true)}>
            {words.showAll(formatCount(wanted.length))}
          </button>
        </p>
      )}
    </Chart>
  )
}
