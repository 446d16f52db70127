import { useLocation } from 'preact-iso'
import { DayField } from '../../frame/day-field.tsx'
import { toDay } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import type { Days } from '../../charts/periods.ts'
import { ALL_DAYS, lastDays, writeDays } from './network-days.ts'

const PERIODS = [30, 90, 365]

/** Which articles the network counts: all, those of the last days by one click, or those of any days. */
export function NetworkPeriod({ id, days }: { id: string; days: Days }) {
  const { route } = useLocation()
  const today = toDay(new Date())
  // Replacing the address keeps the page where it is scrolled to.
  const choose = (chosen: Days) => route(writeDays(id, chosen), true)
  const choices = [
    { label: texts.entity.allDays, chosen: ALL_DAYS },
    ...PERIODS.map((count) => ({ label: texts.panorama.days(count), chosen: lastDays(count, today) })),
  ]
  return (
    <div class="network-period">
      <span>{texts.entity.networkPeriod}</span>
      <div class="presets" role="group" aria-label={texts.entity.networkPeriod}>
        {choices.map(({ label, chosen }) => (
          <button
            key={label}
            type="button"
            aria-pressed={chosen.from === days.from && chosen.to === days.to}
            onClick={() => choose(chosen)}
          >
            {label}
          </button>
        ))}
      </div>
      <DayField
        label={texts.search.from}
        value={days.from}
        max={days.to || today}
        choose={(from) => choose({ from, to: days.to || today })}
      />
      <DayField
        label={texts.search.to}
        value={days.to}
        min={days.from || undefined}
        max={today}
        choose={(to) => choose({ from: days.from || to, to })}
      />
    </div>
  )
}
