/** Returns a value of the SDL for a value of the log, such as `TEXT_REMOVED` for `text_removed`. */
export const toEnum = <Value extends string>(value: Value) => value.toUpperCase() as Uppercase<Value>

/** Returns a value of the log for a value of the SDL. */
export const fromEnum = <Value extends string>(value: Value) => value.toLowerCase() as Lowercase<Value>
