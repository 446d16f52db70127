import type { ISql, Sql, TransactionSql } from 'postgres'

type Plain = Record<string, never>
type Work = (tx: TransactionSql<Plain>) => unknown
type Begin = (options: string, work: Work) => Promise<unknown>

/**
 * Fault of postgres 3.4.9: the client has no hook for the start and the end of a statement, which logs need.
 * Its `debug` option reports the text of a statement without its end.
 *
 * Reported upstream: https://github.com/porsager/postgres/issues/461.
 *
 * Workaround: a proxy of the pool replaces the `handler` of each statement, which the client calls once, when it sends
 * the statement. `handler` is not documented. The statements stay the client's own objects and behave the same. Remove
 * this file when the client has hooks.
 */
interface Statement extends Promise<unknown> {
  handler: (statement: Statement) => unknown
}

/**
 * Called when the client sends a statement; the returned function is called when the statement has settled. The end of a
 * statement that a cursor reads stays unknown.
 */
export type StatementHook = () => () => void

/** Ignores fragments and everything else that is not a statement. */
function hookStatement(made: unknown, hook: StatementHook): void {
  if (!(made instanceof Promise) || !('handler' in made)) return
  const statement = made as Statement
  const send = statement.handler
  statement.handler = (sent) => {
    const end = hook()
    // The client's own `then` would send the statement; Promise's `then` only observes it.
    void Promise.prototype.then.call(statement, end, end)
    return send(sent)
  }
}

function hookTemplates<Template extends ISql<Plain>>(
  sql: Template,
  hook: StatementHook,
  get: (target: Template, property: string | symbol) => unknown,
): Template {
  return new Proxy(sql, {
    apply(target, self, args) {
      const made = Reflect.apply(target as never, self, args) as unknown
      hookStatement(made, hook)
      return made
    },
    get,
  })
}

/** Hooks BEGIN, and COMMIT or ROLLBACK, which the client itself writes. */
async function hookBegin(begin: Begin, options: string, work: Work, hook: StatementHook): Promise<unknown> {
  let end = hook()
  try {
    return await begin(options, async (tx) => {
      end()
      try {
        const given = await work(hookTemplates(tx, hook, Reflect.get))
        return Array.isArray(given) ? await Promise.all(given) : given
      } finally {
        end = hook()
      }
    })
  } finally {
    end()
  }
}

/** Returns the pool with a hook for every statement, those of its transactions included. */
export function hookStatements<Pool extends Sql<Plain>>(pool: Pool, hook: StatementHook): Pool {
  const begin = async (...args: [Work] | [string, Work]) => {
    const [options, work] = args.length === 1 ? ['', args[0]] : args
    return await hookBegin(pool.begin.bind(pool) as Begin, options, work, hook)
  }
  return hookTemplates(pool, hook, (target, property) =>
    property === 'begin' ? begin : (Reflect.get(target, property) as unknown),
  )
}
