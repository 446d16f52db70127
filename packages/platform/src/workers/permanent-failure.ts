import * as z from 'zod'
import { describeError } from '../errors.ts'
import { describeIssue } from '../input/describe-issue.ts'

const FAULTS_NAMED = 5

/** Returns the fault of a message in one line: every field of a schema with its fault, or the text of another error. */
function describeFault(error: unknown): string {
  if (!(error instanceof z.ZodError)) return describeError(error)
  const faults = error.issues
    .slice(0, FAULTS_NAMED)
    .map(
      (issue) => `${issue.path.length === 0 ? 'the message' : issue.path.join('.')}: ${describeIssue(issue)}`,
    )
  const others = error.issues.length - faults.length
  return `invalid message: ${faults.join('; ')}${others > 0 ? `; and ${others} more` : ''}`
}

/**
 * The failure of a message that fails again at every retry, because the message itself is wrong. Its worker moves the
 * message to the dead-letter queue at once. `message` is the reason for operators, in one line.
 */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure'

  constructor(cause: unknown) {
    super(describeFault(cause), { cause })
  }
}

/** Calls a reader of a message. Any error that the reader throws becomes a PermanentFailure. */
export function readOrRefuse<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new PermanentFailure(error)
  }
}
