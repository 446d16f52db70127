/**
 * Prints the result of a command on standard output: with `--json` the result as one JSON value, else its lines of text.
 */
export function printResult(isJson: boolean, result: unknown, lines: readonly string[]): void {
  if (isJson) console.log(JSON.stringify(result, null, 2))
  else for (const line of lines) console.log(line)
}

/** Returns a function that prints a line of progress. With `--json` it writes to standard error. */
export function makeReporter(isJson: boolean): (line: string) => void {
  return isJson ? (line) => console.error(line) : (line) => console.log(line)
}

/** Text of news without control characters, which could overwrite the terminal. */
export const withoutControls = (text: string): string => text.replaceAll(/\p{C}/gu, '·')
