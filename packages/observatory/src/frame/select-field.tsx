interface SelectFieldProps<Value extends string> {
  label: string
  value: Value | ''
  /** What no choice means; absent where there always is one. */
  any?: string
  options: readonly (readonly [Value, string])[]
  choose: (value: Value) => void
}

/** A labelled list of values, of which one is chosen. */
export function SelectField<Value extends string>({
  label,
  value,
  any,
  options,
  choose,
}: SelectFieldProps<Value>) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value as Value)}>
        {any !== undefined && <option value="">{any}</option>}
        {options.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
