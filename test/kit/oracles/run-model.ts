import type { DbPool } from '@pauta/platform/database/database'
import type { SearchIndex } from '@pauta/core/search-index/client'
import type { ReleaseDependencies } from '@pauta/functions/workers/release/make-release'

/** The worker died at a call. */
export class Killed extends Error {
  override readonly name = 'Killed'
}

/** The outward call at which a run dies, from 1, before or after the call has its effect. */
export interface Death {
  call: number
  moment: 'before' | 'after'
}

type Through = <T>(call: () => Promise<T>) => Promise<T>

/** A statement that is sent when it is awaited. A fragment of another statement is never sent. */
function lateStatement(statement: Promise<unknown>, through: Through): unknown {
  return new Proxy(statement, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property)
      if (property === 'then')
        return (resolve: (value: unknown) => unknown, reject: (error: unknown) => unknown) =>
          through(() => target.then((answer) => [answer])).then(([answer]) => resolve(answer), reject)
      return value
    },
  })
}

function dyingDatabase(db: DbPool, through: Through): DbPool {
  return new Proxy(db, {
    apply(target, self, args) {
      const made = Reflect.apply(target, self, args) as unknown
      return made instanceof Promise ? lateStatement(made, through) : made
    },
    get(target, property) {
      const value: unknown = Reflect.get(target, property)
      if (property !== 'begin') return value
      return (work: never) => through(() => target.begin(work))
    },
  })
}

/**
 * The dependencies of a run that dies at one of its calls: statements, whole transactions, searches and messages.
 * No call after it has an effect.
 */
export function dying(dependencies: ReleaseDependencies, death: Death | undefined): ReleaseDependencies {
  let calls = 0
  const through: Through = async (call) => {
    calls++
    if (!death || calls < death.call) return await call()
    if (calls === death.call && death.moment === 'after') await call()
    throw new Killed(`at call ${calls}`)
  }
  const index: SearchIndex = {
    ...dependencies.index,
    searchAll: (searches) => through(() => dependencies.index.searchAll(searches)),
  }
  const queues = {
    ...dependencies.queues,
    send: (url: string, bodies: readonly string[]) => through(() => dependencies.queues.send(url, bodies)),
  }
  return { ...dependencies, db: dyingDatabase(dependencies.db, through), index, queues }
}
