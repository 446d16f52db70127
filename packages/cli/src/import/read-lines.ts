import { createReadStream } from 'node:fs'

/**
 * Yields the lines of a UTF-8 file. Only a line feed ends a line. `node:readline` also ends lines at U+2028 and U+2029,
 * which JSON allows in texts.
 */
export async function* readLines(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
