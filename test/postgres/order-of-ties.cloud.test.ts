import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMigrationsFolder } from '@pauta/core/migrations-folder'
import { findEntityNetwork, listRelatedEntities } from '@pauta/core/entities/queries-network'
import { listTrendingEntities } from '@pauta/core/analytics/trending-entities-store'
import { migrate } from '@pauta/platform/database/migrate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DebianPostgres, startDebianPostgres } from '../kit/postgres/debian-postgres.ts'
import { tables } from '../kit/rows/tables.ts'

/** English puts `dgb_…` before `Q…`, bytes put them after. */
const FIRST = `dgb_${'0'.repeat(25)}A`
const OTHERS = [FIRST, `dgb_${'0'.repeat(25)}B`, 'Q30', 'Q4']

describe.each(['C', 'en-US'] as const)('on a server with the locale %s', (locale) => {
  let folder: string
  let server: DebianPostgres

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pauta-ties-'))
    server = await startDebianPostgres(folder, { locale })
    const { db } = server
    await migrate(db, { folder: findMigrationsFolder(), withoutExtensions: ['vector'] })
    await tables.entities.remove(db)
    const ids = ['Q1', ...OTHERS]
    await tables.entities.add(
      db,
      ids.map((id) => ({
        entityId: id,
        canonicalName: id,
        foldedName: id,
        type: 'ORG',
        source: 'catalogue',
      })),
    )
    await tables.entityEdges.add(
      db,
      OTHERS.flatMap((id) => [
        { src: 'Q1', dst: id, weight: 1 },
        { src: id, dst: 'Q1', weight: 1 },
      ]),
    )
    await tables.trendingEntities.add(
      db,
      ids.map((entityId) => ({ entityId, trendingScore: 1, windowCount: 1 })),
    )
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  it('equally related entities are cut off by the bytes of their ids', async () => {
    const related = await listRelatedEntities(server.db, { entityId: 'Q1', limit: 3 })
    expect(related.map(({ entityId }) => entityId)).toEqual(['Q30', 'Q4', FIRST])
    for (const depth of [1, 2]) {
      const { edges } = await findEntityNetwork(server.db, { entityId: 'Q1', depth, limit: 3 })
      expect(edges.map(({ dst }) => dst)).toEqual(['Q30', 'Q4', FIRST])
    }
  })

  it('equally trending entities are cut off by the bytes of their ids', async () => {
    const trending = await listTrendingEntities(server.db, 4)
    expect(trending.map(({ entityId }) => entityId)).toEqual(['Q1', 'Q30', 'Q4', FIRST])
  })

  it('the order of related entities comes from an index', async () => {
    const plan = await server.db.begin(async (tx) => {
      await tx`set local enable_sort = off`
      return await tx<{ 'QUERY PLAN': string }[]>`
        explain select dst, weight from entity_edges where src = 'Q1' order by weight desc, dst collate "C" limit 4`
    })
    const text = JSON.stringify(plan)
    expect(text).toContain('entity_edges_strongest')
    expect(text).not.toContain('Sort')
  })
})
