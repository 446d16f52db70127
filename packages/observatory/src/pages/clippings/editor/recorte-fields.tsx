import {
  RecorteNamesDocument,
  RecorteVolumeDocument,
  type ArticleFilter,
  type RecorteVolumeQuery,
} from '../../../api/generated/operations.ts'
import { useData } from '../../../api/use-data.ts'
import { useSettled } from '../../../api/use-settled.ts'
import { daysBefore, formatAgo, formatCount, formatDecimal } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { CodesField } from '../../../frame/codes-field.tsx'
import { EntityPicker } from '../../../frame/entity-picker.tsx'
import { texts } from '../../../texts/texts.ts'
import { EVENTS, filtersOf, selectsNews, type RecorteDraft } from './draft.ts'
import { TextField } from './text-field.tsx'

/** More articles a day than this are seldom read. */
const MANY_PER_DAY = 50
const TITLE_MAX_CHARACTERS = 100

const SAMPLE_DAYS = 7

/** The filter of the newest articles of the last week that a recorte selects. */
function sampleOf(recorte: RecorteDraft, now: Date): ArticleFilter {
  const lists = Object.entries(filtersOf(recorte)).filter(([, values]) => values.length > 0)
  return { ...Object.fromEntries(lists), startDate: daysBefore(now, SAMPLE_DAYS) }
}

/** Titles that a recorte brings. A click opens another tab, because the form is not saved. */
function Sample({ articles }: { articles: RecorteVolumeQuery['articles']['articles'] }) {
  const now = new Date()
  if (articles.length === 0) return null
  return (
    <>
      <p class="help">{texts.editor.sample}</p>
      <ul class="sample">
        {articles.map(({ uniqueId, title, agencyName, publishedAt }) => (
          <li key={uniqueId}>
            <a href={paths.article(uniqueId)} target="_blank" rel="noopener">
              {title}
            </a>{' '}
            <small>
              {[agencyName, publishedAt && formatAgo(publishedAt, now)].filter(Boolean).join(', ')}
            </small>
          </li>
        ))}
      </ul>
    </>
  )
}

/** How much a recorte brings, and its newest titles, read again whenever its filters have been still. */
function Volume({ recorte }: { recorte: RecorteDraft }) {
  const settled = useSettled(recorte)
  const isEmpty = !selectsNews(settled)
  const { data, failure } = useData(
    RecorteVolumeDocument,
    { recorte: filtersOf(settled), sample: sampleOf(settled, new Date()) },
    { pause: isEmpty },
  )
  const words = texts.editor
  if (isEmpty) return <p class="warning">{words.noFilters}</p>
  if (failure !== undefined) return <p class="help">{failure}</p>
  if (!data) return <p class="help">{texts.loading}</p>
  const { totalEstimate, articlesPerDay } = data.recorteEstimate
  const isMany = articlesPerDay > MANY_PER_DAY
  return (
    <div aria-live="polite">
      <p class={isMany ? 'warning' : 'help'}>
        {words.volume(formatCount(totalEstimate), formatDecimal(articlesPerDay))}
        {isMany && ` ${words.tooMany}`}
      </p>
      <Sample articles={data.articles.articles} />
    </div>
  )
}

/** What the recorte brings: a box for each, and what is missing without any. */
function EventFields({ recorte, change }: Pick<RecorteFieldsProps, 'recorte' | 'change'>) {
  const words = texts.editor
  const choose = (event: (typeof EVENTS)[number], isOn: boolean) =>
    change({
      ...recorte,
      events: EVENTS.filter((one) => (one === event ? isOn : recorte.events.includes(one))),
    })
  return (
    <fieldset class="checks">
      <legend>{words.bring}</legend>
      {EVENTS.map((event) => (
        <label key={event}>
          <input
            type="checkbox"
            checked={recorte.events.includes(event)}
            onChange={({ currentTarget }) => choose(event, currentTarget.checked)}
          />
          {words.events[event]}
        </label>
      ))}
      {recorte.events.length === 0 && <p class="warning">{words.noEvents}</p>}
      {recorte.events.some((event) => event !== 'PUBLISHED') && <p class="help">{words.eventsHelp}</p>}
    </fieldset>
  )
}

interface RecorteFieldsProps {
  recorte: RecorteDraft
  /** From 1. */
  position: number
  change: (recorte: RecorteDraft) => void
  remove: (() => void) | undefined
}

/** The fields of one recorte, and its live count. */
export function RecorteFields({ recorte, position, change, remove }: RecorteFieldsProps) {
  const { data } = useData(RecorteNamesDocument, {})
  const words = texts.editor
  const name = recorte.title.trim() || words.recorte(position)
  return (
    <fieldset class="card">
      <legend>{words.recorte(position)}</legend>
      <p class="fields">
        <TextField
          label={words.recorteTitle}
          value={recorte.title}
          maxLength={TITLE_MAX_CHARACTERS}
          change={(title) => change({ ...recorte, title })}
        />
        <TextField
          label={words.keywords}
          value={recorte.keywords}
          change={(keywords) => change({ ...recorte, keywords })}
        />
        <TextField
          label={words.excludeKeywords}
          value={recorte.excludeKeywords}
          change={(excludeKeywords) => change({ ...recorte, excludeKeywords })}
        />
      </p>
      <div class="fields">
        <CodesField
          label={words.agencies}
          hint={words.choose}
          options={data?.agencies ?? []}
          chosen={recorte.agencies}
          choose={(agencies) => change({ ...recorte, agencies })}
        />
        <CodesField
          label={words.excludeAgencies}
          hint={words.choose}
          options={data?.agencies ?? []}
          chosen={recorte.excludeAgencies}
          choose={(excludeAgencies) => change({ ...recorte, excludeAgencies })}
        />
        <CodesField
          label={words.themes}
          hint={words.choose}
          options={data?.themeTree ?? []}
          chosen={recorte.themes}
          choose={(themes) => change({ ...recorte, themes })}
        />
        <CodesField
          label={words.states}
          hint={words.choose}
          options={data?.states.items ?? []}
          chosen={recorte.states}
          choose={(states) => change({ ...recorte, states })}
        />
        <EntityPicker
          chosen={recorte.entityCanonical}
          choose={(entityCanonical) => change({ ...recorte, entityCanonical })}
        />
      </div>
      <EventFields recorte={recorte} change={change} />
      <Volume recorte={recorte} />
      {remove && (
        <button type="button" onClick={remove}>
          {words.removeRecorte(name)}
        </button>
      )}
    </fieldset>
  )
}
