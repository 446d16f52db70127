import type { Db } from '@pauta/platform/database/database'
import { listRegistry, readRegistryState } from '@pauta/core/entities/registry'
import { MINUTE_MS } from '@pauta/platform/time/time'
import { compileRegistry, type EntityRegistry } from '@pauta/enrichment/entity-registry'

/** How long an environment trusts what it has read before it looks whether the registry has moved. */
const REGISTRY_CHECK_MS = MINUTE_MS

/** The registry as an environment holds it. */
export interface HeldRegistry {
  /** Made ready; read again at most a minute after an entity was added, changed or removed. */
  get(db: Db, now: Date): Promise<EntityRegistry>
}

/** Reading and compiling the registry takes some tenths of a second, so it is done once for as long as it stays the same. */
export function holdRegistry(): HeldRegistry {
  let held: { state: string; registry: EntityRegistry; checkedAt: number } | undefined
  return {
    async get(db, now) {
      const at = now.getTime()
      if (held && at - held.checkedAt < REGISTRY_CHECK_MS) return held.registry
      // Read before the entities: what changes in between shows as another state the next time.
      const state = await readRegistryState(db)
      const registry = held?.state === state ? held.registry : compileRegistry(await listRegistry(db))
      held = { state, registry, checkedAt: at }
      return registry
    },
  }
}
