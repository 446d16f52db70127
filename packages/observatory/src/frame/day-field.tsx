/** Earlier years only occur while a reader is typing one: `0002` on the way to 2026. */
const FIRST_DAY = '1990-01-01'

interface DayFieldProps {
  label: string
  /** As `2026-06-01`; '' for no day. */
  value: string
  min?: string | undefined
  max?: string | undefined
  /** Whether an empty field is a choice. */
  isOptional?: boolean
  choose: (day: string) => void
}

/** A field for a day. Passes on whole days between `min` and `max` alone, and shows the chosen one again when it is left. */
export function DayField({ label, value, min, max, isOptional = false, choose }: DayFieldProps) {
  const isChoice = (day: string) =>
    day === '' ? isOptional : day >= (min ?? FIRST_DAY) && (max === undefined || day <= max)
  return (
    <label>
      {label}
      <input
        type="date"
        min={min}
        max={max}
        value={value}
        onChange={({ currentTarget }) => {
          if (isChoice(currentTarget.value)) choose(currentTarget.value)
        }}
        onBlur={({ currentTarget }) => {
          if (currentTarget.value !== value) currentTarget.value = value
        }}
      />
    </label>
  )
}
