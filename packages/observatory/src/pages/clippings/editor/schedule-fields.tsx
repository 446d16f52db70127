import { useRef } from 'preact/hooks'
import { DayField } from '../../../frame/day-field.tsx'
import { texts } from '../../../texts/texts.ts'
import type { ClippingDraft } from './draft.ts'
import { EVERY_DAY } from './schedule-times.ts'

const NEW_TIME = '18:00'
/** The limit of the API for a day. */
const TIMES_MAX = 24

interface ScheduleFieldsProps {
  draft: ClippingDraft
  change: (values: Partial<ClippingDraft>) => void
}

/** From when to when the clipping arrives, and what its first edition has. */
function Span({ draft: { startDate, endDate, includeHistory }, change }: ScheduleFieldsProps) {
  const words = texts.editor
  return (
    <>
      <p class="fields">
        <DayField
          label={words.startDate}
          value={startDate}
          max={endDate || undefined}
          isOptional
          choose={(day) => change({ startDate: day })}
        />
        <DayField
          label={words.endDate}
          value={endDate}
          min={startDate || undefined}
          isOptional
          choose={(day) => change({ endDate: day })}
        />
      </p>
      <p class="checks">
        <label>
          <input
            type="checkbox"
            checked={includeHistory}
            onChange={({ currentTarget: { checked } }) => change({ includeHistory: checked })}
          />
          {words.includeHistory}
        </label>
      </p>
    </>
  )
}

/** The times and days of a clipping, and its first and last day. */
export function ScheduleFields({ draft, change }: ScheduleFieldsProps) {
  const { times, days, otherSchedule } = draft
  const words = texts.editor
  const more = useRef<HTMLButtonElement>(null)
  const setTimes = (next: readonly string[]) => change({ times: next })
  return (
    <fieldset class="card">
      <legend>{words.schedule}</legend>
      {otherSchedule !== undefined && times.length === 0 && <p>{words.otherSchedule(otherSchedule)}</p>}
      <p class="fields">
        {times.map((time, position) => (
          <span key={position} class="time">
            <label>
              {words.time(position + 1)}
              <input
                type="time"
                required
                value={time}
                onInput={({ currentTarget: { value } }) =>
                  setTimes(times.map((other, at) => (at === position ? value : other)))
                }
              />
            </label>
            {times.length > 1 && (
              <button
                type="button"
                aria-label={words.removeTime(time)}
                onClick={() => {
                  setTimes(times.filter((_, at) => at !== position))
                  // The button that had the focus is gone.
                  more.current?.focus()
                }}
              >
                <span aria-hidden="true">×</span>
              </button>
            )}
          </span>
        ))}
      </p>
      {times.length < TIMES_MAX && (
        <button ref={more} type="button" onClick={() => setTimes([...times, NEW_TIME])}>
          {words.addTime}
        </button>
      )}
      <fieldset class="checks">
        <legend>{words.days}</legend>
        {EVERY_DAY.map((day) => (
          <label key={day}>
            <input
              type="checkbox"
              checked={days.includes(day)}
              onChange={({ currentTarget: { checked } }) =>
                change({ days: checked ? [...days, day] : days.filter((other) => other !== day) })
              }
            />
            {texts.schedule.days[day]}
          </label>
        ))}
      </fieldset>
      <Span draft={draft} change={change} />
    </fieldset>
  )
}
