import { useRef } from 'preact/hooks'
import { texts } from '../../../texts.ts'
import type { ClippingDraft } from './draft.ts'
import { EVERY_DAY } from './schedule-times.ts'

const NEW_TIME = '18:00'
/** The limit of the API for a day. */
const TIMES_MAX = 24

interface ScheduleFieldsProps {
  draft: ClippingDraft
  change: (values: Pick<ClippingDraft, 'times'> | Pick<ClippingDraft, 'days'>) => void
}

/** The times and days of a clipping. */
export function ScheduleFields({ draft: { times, days, otherSchedule }, change }: ScheduleFieldsProps) {
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
    </fieldset>
  )
}
