import { CommandError } from '../terminal/connect.ts'

/** Does the work. Its errors are sentences for the operator, so they are shown without a stack trace. */
export async function inOneSentence<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error))
  }
}
