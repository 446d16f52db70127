import { text } from 'node:stream/consumers'
import { readCase } from './case-fields.ts'

function parse(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

// Reads one case as JSON from standard input and writes its fields as one JSON object.
process.stdout.write(`${JSON.stringify(readCase(parse(await text(process.stdin))))}\n`)
