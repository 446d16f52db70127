import { texts } from '../texts/texts.ts'

interface ChipsProps {
  values: readonly string[]
  nameOf: (value: string) => string
  remove: (value: string) => void
}

/** Chosen values by name, with a button to remove each; nothing without any. */
export function Chips({ values, nameOf, remove }: ChipsProps) {
  if (values.length === 0) return null
  return (
    <ul class="chips">
      {values.map((value) => (
        <li key={value}>
          <button type="button" aria-label={texts.search.remove(nameOf(value))} onClick={() => remove(value)}>
            {nameOf(value)} <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
