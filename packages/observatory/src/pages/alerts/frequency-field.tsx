import type { AlertFrequency } from '../../api/generated/operations.ts'
import { texts } from '../../texts.ts'

const FREQUENCIES: readonly AlertFrequency[] = ['DAILY', 'WEEKLY']

interface FrequencyFieldProps {
  frequency: AlertFrequency
  change: (frequency: AlertFrequency) => void
}

/** How often an alert arrives. */
export function FrequencyField({ frequency, change }: FrequencyFieldProps) {
  return (
    <label>
      {texts.alerts.frequency}
      <select
        value={frequency}
        onChange={({ currentTarget }) => {
          const chosen = FREQUENCIES.find((known) => known === currentTarget.value)
          if (chosen) change(chosen)
        }}
      >
        {FREQUENCIES.map((known) => (
          <option key={known} value={known}>
            {texts.alerts.frequencies[known]}
          </option>
        ))}
      </select>
    </label>
  )
}
