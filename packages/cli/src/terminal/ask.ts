import { createInterface } from 'node:readline/promises'
import { CommandError } from './connect.ts'

/** Whether somebody can answer a question. */
export const canAsk = (): boolean => process.stdin.isTTY

/** Asks on the terminal. Throws a CommandError where nobody can answer. */
export async function ask(question: string): Promise<string> {
  if (!canAsk()) throw new CommandError(`${question} Nobody can answer here: give the option.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(`${question} `)).trim()
  } finally {
    terminal.close()
  }
}

/** Whether the answer to a question is yes, in English or Portuguese. */
export const isYes = async (question: string): Promise<boolean> =>
  /^(y|yes|s|sim)$/i.test(await ask(`${question} (yes/no)`))
