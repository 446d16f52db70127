import type { FeatureUpsert } from '@pauta/core/features/features'
import type { EntityRecord } from '@pauta/core/entities/entity-record'
import { seedRegistry } from '@pauta/core/entities/registry'
import type { TestStack } from '../stack/stack.ts'
import { emptyTables } from './empty-tables.ts'
import { nextSerial } from './serial.ts'

/** An entity with all required fields and the given ones. */
export function anEntity(changes: Partial<EntityRecord> = {}): EntityRecord {
  const serial = nextSerial()
  return {
    id: `Q${9_000_000 + serial}`,
    canonicalName: `Órgão ${serial}`,
    type: 'ORG',
    aliases: [],
    ...changes,
  }
}

/** A policy, in its middle phase by default. */
export function aPolicy(changes: Partial<EntityRecord> = {}): EntityRecord {
  return anEntity({
    type: 'POLICY',
    policy: {
      domain: 'SOCIAL',
      lifecyclePhase: 'IMPLEMENTATION',
      enablingLaws: [],
      responsibleAgencies: [],
      targetPopulation: [],
    },
    ...changes,
  })
}

/** Replaces the registry by these entities. */
export async function registerOnly(stack: TestStack, entities: readonly EntityRecord[]): Promise<void> {
  await emptyTables(stack.db, ['entities'])
  await seedRegistry(stack.db, entities)
}

/** Features of an article that mentions each of these entities once, or the given number of times. */
export function mentioning(
  uniqueId: string,
  ...mentions: (EntityRecord | readonly [EntityRecord, number])[]
): FeatureUpsert {
  const entities = mentions.map((mention) => {
    const [entity, count] = 'id' in mention ? [mention, 1] : mention
    return { text: entity.canonicalName, type: entity.type, canonical_id: entity.id, count }
  })
  return { uniqueId, features: { entities } }
}
