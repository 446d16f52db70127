interface TextFieldProps {
  label: string
  value: string
  change: (value: string) => void
  type?: 'text' | 'url'
  isRequired?: boolean
  maxLength?: number
}

/** A labelled line of text. */
export function TextField({ label, value, change, type = 'text', isRequired, maxLength }: TextFieldProps) {
  return (
    <label>
      {label}
      <input
        type={type}
        value={value}
        required={isRequired ?? false}
        {...(maxLength === undefined ? {} : { maxLength })}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </label>
  )
}
