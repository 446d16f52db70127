import { startCall, type Call, type SpanEnd } from '../telemetry/observation.ts'
import type { StatementHook } from './driver/statement-hooks.ts'

const TEXT_MAX_CHARACTERS = 2000
const OPERATION = /^\W*(\w+)/
const TARGET = /\b(?:from|into|update|join)\s+([a-z_][a-z0-9_]*)/i

/** Follows OpenTelemetry's conventions for databases. Includes the text of the statement and never its values. */
function describeText(statement: string | undefined): SpanEnd {
  if (statement === undefined) return {}
  const text = statement.replaceAll(/\s+/g, ' ').trim()
  const operation = OPERATION.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
  const target = TARGET.exec(text)?.[1]
  return {
    name: target === undefined ? operation : `${operation} ${target}`,
    attributes: {
      'db.operation.name': operation,
      'db.query.text': text.slice(0, TEXT_MAX_CHARACTERS),
    },
  }
}

/** Returns a hook that counts and times every statement. Traced work gets a span per statement. */
export function observeStatements(database: string): StatementHook {
  const call: Call = {
    store: 'sql',
    name: 'SQL',
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.namespace': database },
  }
  return (name) => {
    const { end } = startCall(name === undefined ? call : { ...call, name })
    return ({ text, error }) =>
      end(error === undefined ? describeText(text) : { ...describeText(text), error })
  }
}
