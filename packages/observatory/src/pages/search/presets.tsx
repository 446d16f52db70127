import { toDay } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import { listPresets } from './period-presets.ts'

interface PresetsProps {
  /** The chosen days, as `2026-06-01`; '' for none. */
  startDate: string
  endDate: string
  choose: (days: { startDate: string; endDate: string }) => void
}

/** Periods by one click. */
export function Presets({ startDate, endDate, choose }: PresetsProps) {
  return (
    <div class="presets" role="group" aria-label={texts.search.presets}>
      {listPresets(toDay(new Date())).map(({ label, ...days }) => (
        <button
          key={label}
          type="button"
          aria-pressed={startDate === days.startDate && endDate === days.endDate}
          onClick={() => choose(days)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
