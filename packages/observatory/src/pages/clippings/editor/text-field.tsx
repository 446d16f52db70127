interface TextFieldProps {
  label: string
  value: string
  change: (value: string) => void
  /** Which keyboard a phone shows. */
  keyboard?: 'text' | 'url' | 'email'
  isRequired?: boolean
  maxLength?: number
}

/** A labelled line of text. */
export function TextField({
  label,
  value,
  change,
  keyboard = 'text',
  isRequired,
  maxLength,
}: TextFieldProps) {
  return (
    <label>
      {label}
      <input
        type="text"
        inputMode={keyboard}
        value={value}
        required={isRequired ?? false}
        {...(maxLength === undefined ? {} : { maxLength })}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </label>
  )
}
