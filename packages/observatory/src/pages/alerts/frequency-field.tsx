import type { AlertFrequency } from '../../api/generated/operations.ts'
import { SelectField } from '../../frame/select-field.tsx'
import { texts } from '../../texts/texts.ts'

const FREQUENCIES = Object.entries(texts.alerts.frequencies) as [AlertFrequency, string][]

interface FrequencyFieldProps {
  frequency: AlertFrequency
  change: (frequency: AlertFrequency) => void
}

/** How often an alert arrives. */
export function FrequencyField({ frequency, change }: FrequencyFieldProps) {
  return (
    <SelectField label={texts.alerts.frequency} value={frequency} options={FREQUENCIES} choose={change} />
  )
}
