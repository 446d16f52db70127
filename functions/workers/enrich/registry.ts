import type { Db } from '@pauta/platform/database/database'
import { listRegistry, readRegistryState } from '@pauta/core/entities/registry'
import { MINUTE_MS } from '@pauta/platform/time/time'
import { compileRegistry, type EntityRegistry } from '@pauta/enrichment/registry/entity-registry'

/** Time for which an environment uses its copy of the registry before it checks for changes. */
const REGISTRY_CHECK_MS = MINUTE_MS

/** An environment's copy of the entity registry. */
export interface CachedRegistry {
  /** Returns the compiled registry; changes of entities show after at most one minute. */
  get(db: Db, now: Date): Promise<EntityRegistry>
}

/**
 * Caches the compiled registry as long as it is unchanged, because reading and compiling takes some tenths of a second.
 */
export function cacheRegistry(): CachedRegistry {
  let held: { state: string; registry: EntityRegistry; checkedAt: number } | undefined
  return {
    async get(db, now) {
      const at = now.getTime()
      if (held && at - held.checkedAt < REGISTRY_CHECK_MS) return held.registry
      // Reads the state before the entities: a change in between shows as another state at the next check.
      const state = await readRegistryState(db)
      const registry = held?.state === state ? held.registry : compileRegistry(await listRegistry(db))
      held = { state, registry, checkedAt: at }
      return registry
    },
  }
}
