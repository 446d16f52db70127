import type { ISql, Sql, TransactionSql } from 'postgres'
import { startCall, type Call, type SpanEnd } from '../telemetry/observation.ts'

type Plain = Record<string, never>
type Work = (tx: TransactionSql<Plain>) => unknown
type Begin = (options: string, work: Work) => Promise<unknown>

/** A statement of the client (postgres 3.4.9). The client calls `handler` once, when it sends the statement. */
interface Statement extends Promise<unknown> {
  handler: (statement: Statement) => unknown
  /** Text with `$1` for values. Known once the statement is sent. */
  string?: string
}

const TEXT_MAX_CHARACTERS = 2000
const OPERATION = /^\W*(\w+)/
const TARGET = /\b(?:from|into|update|join)\s+([a-z_][a-z0-9_]*)/i

function isStatement(made: unknown): made is Statement {
  return made instanceof Promise && 'handler' in made
}

/** Follows OpenTelemetry's conventions for databases. Includes the text of the statement and never its values. */
function describeText({ string }: Statement): SpanEnd {
  if (string === undefined) return {}
  const text = string.replaceAll(/\s+/g, ' ').trim()
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

/** Records a statement from the moment it is sent. A statement read by a cursor is counted, but its end is unknown. */
function watchStatement(statement: Statement, call: Call): void {
  const send = statement.handler
  statement.handler = (sent) => {
    const { end } = startCall(call)
    // The client's own `then` would send the statement; Promise's `then` only observes it.
    void Promise.prototype.then.call(
      statement,
      () => end(describeText(statement)),
      (error: unknown) => end({ ...describeText(statement), error }),
    )
    return send(sent)
  }
}

function observeTemplates<Template extends ISql<Plain>>(
  sql: Template,
  call: Call,
  get: (target: Template, property: string | symbol) => unknown,
): Template {
  return new Proxy(sql, {
    apply(target, self, args) {
      const made = Reflect.apply(target as never, self, args) as unknown
      if (isStatement(made)) watchStatement(made, call)
      return made
    },
    get,
  })
}

/** Records a transaction. The client itself sends BEGIN and COMMIT or ROLLBACK; they are recorded as statements too. */
async function observeBegin(begin: Begin, options: string, work: Work, call: Call): Promise<unknown> {
  let edge = startCall({ ...call, name: 'BEGIN' })
  try {
    const result = await begin(options, async (tx) => {
      edge.end()
      let last = 'ROLLBACK'
      try {
        const given = await work(observeTemplates(tx, call, Reflect.get))
        const settled = Array.isArray(given) ? await Promise.all(given) : given
        last = 'COMMIT'
        return settled
      } finally {
        edge = startCall({ ...call, name: last })
      }
    })
    edge.end()
    return result
  } catch (error) {
    edge.end({ error })
    throw error
  }
}

/**
 * Returns the pool with every statement counted and timed. Traced work gets a span per statement. The statements stay
 * the client's own objects and behave the same.
 */
export function observeStatements<Pool extends Sql<Plain>>(pool: Pool, database: string): Pool {
  const call: Call = {
    store: 'sql',
    name: 'SQL',
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.namespace': database },
  }
  const begin = async (...args: [Work] | [string, Work]) => {
    const [options, work] = args.length === 1 ? ['', args[0]] : args
    return await observeBegin(pool.begin.bind(pool) as Begin, options, work, call)
  }
  return observeTemplates(pool, call, (target, property) =>
    property === 'begin' ? begin : (Reflect.get(target, property) as unknown),
  )
}
