import type { ISql, Sql, TransactionSql } from 'postgres'
import { startCall, type Call, type SpanEnd } from '../telemetry/observation.ts'

type Plain = Record<string, never>
type Work = (tx: TransactionSql<Plain>) => unknown
type Begin = (options: string, work: Work) => Promise<unknown>

/** A statement of the client (postgres 3.4.9), which calls its `handler` once, when it is sent. */
interface Statement extends Promise<unknown> {
  handler: (statement: Statement) => unknown
  /** Its text with `$1` for values, known once it was sent. */
  string?: string
}

const TEXT_MAX_CHARACTERS = 2000
const OPERATION = /^\W*(\w+)/
const TARGET = /\b(?:from|into|update|join)\s+([a-z_][a-z0-9_]*)/i

function isStatement(made: unknown): made is Statement {
  return made instanceof Promise && 'handler' in made
}

/** By OpenTelemetry's conventions for databases: what is asked, and nothing of what it is asked with. */
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

/** Watches a statement from when it is sent. One that is read by a cursor is counted and has no end. */
function watchStatement(statement: Statement, call: Call): void {
  const send = statement.handler
  statement.handler = (sent) => {
    const { end } = startCall(call)
    // The client's own `then` would send the statement; this one only looks on.
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

/** A transaction: its beginning and its end are statements too, which the client sends by itself. */
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
 * Counts and times every statement of a pool for the work that sends it, and gives it a span where the work is traced.
 * The statements stay the client's own objects: nothing else about them changes.
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
