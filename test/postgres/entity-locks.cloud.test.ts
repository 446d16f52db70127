import { lockArticles } from '@pauta/core/articles/lock'
import { splitEntity } from '@pauta/core/entities/split-entity'
import { refreshEntityStore } from '@pauta/core/entities/upkeep'
import { storeFeatures } from '@pauta/core/features/derived'
import { listDue, markDue } from '@pauta/core/steps/steps'
import type { DbPool } from '@pauta/platform/database/database'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tables } from '../kit/rows/tables.ts'
import { startPostgresSessions, type PostgresSessions } from '../kit/postgres/sessions.ts'

let sessions: PostgresSessions
let db: DbPool

beforeAll(async () => {
  sessions = await startPostgresSessions()
  db = sessions.db
  await tables.themes.add(db, { code: '03', label: 'Saúde', level: 1 })
  await tables.agencies.add(db, { key: 'mec', name: 'Ministério da Educação' })
})
afterAll(() => sessions[Symbol.asyncDispose]())
beforeEach(async () => {
  await tables.articles.clear(db)
  await tables.entities.remove(db)
})

const PEOPLE = [
  'Ana Quartzo',
  'Bento Topázio',
  'Cida Ametista',
  'Davi Granito',
  'Elza Basalto',
  'Fábio Xisto',
]

async function addArticles(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, place) => `noticia_${String(place).padStart(3, '0')}`)
  await tables.articles.add(
    db,
    ids.map((uniqueId) => ({
      uniqueId,
      agencyKey: 'mec',
      title: 'Título',
      url: `https://www.gov.br/mec/${uniqueId}`,
      publishedAt: new Date(),
      contentHash: uniqueId,
    })),
  )
  await markDue(db, 'enrich', ids)
  return ids
}

/** Stores features of articles that name some people, as the worker does. */
async function enrich(ids: readonly string[], people: readonly string[]): Promise<void> {
  const entities = people.map((text) => ({
    type: 'PER',
    text,
    count: 1,
    canonical_id: null,
    salience: 0.1,
    office: 'diretora do acervo',
  }))
  const due = await listDue(db, 'enrich', ids)
  await storeFeatures(
    db,
    due.map((step) => ({
      ...step,
      features: { entities, content_annotations: [] },
      theme: {
        themeL1Code: '03',
        themeL2Code: null,
        themeL3Code: null,
        mostSpecificThemeCode: '03',
        confidence: 0.5,
        source: 'rules',
        model: 'rules',
      },
    })),
  )
}

const deadlocks = async () => {
  const [row] = await db<{ deadlocks: number }[]>`
    select deadlocks::int from pg_stat_database where datname = current_database()`
  return row?.deadlocks
}

const stepsOf = async (ids: readonly string[]) => {
  const rows = await listDue(db, 'enrich', ids)
  return rows.map(({ uniqueId }) => uniqueId)
}

describe('names that become entities', () => {
  it('wait for no other article while they hold the entity store', async () => {
    const [first = '', second = ''] = await addArticles(2)
    await enrich([first], PEOPLE)
    let storing: Promise<void> | undefined
    // Another writer of the first article: it comes to the entity store last, as every writer does.
    await db.begin(async (tx) => {
      await lockArticles(tx, [first])
      await markDue(tx, 'enrich', [first])
      storing = enrich([second], PEOPLE)
      await delay(300)
      await refreshEntityStore(tx, [first])
    })
    await storing
    expect(await stepsOf([first, second])).toEqual([first])
    expect(await db`select from name_sightings`).toHaveLength(0)
    expect(await db`select from entities where source = 'features'`).toHaveLength(PEOPLE.length)
  })

  it('are stored by many workers at once without a deadlock, in any order of articles and people', async () => {
    const ids = await addArticles(48)
    const before = await deadlocks()
    const batches = Array.from({ length: 24 }, (_, place) => [ids[place] ?? '', ids[47 - place] ?? ''])
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        batches.map(async (batch, place) => {
          const people = [...PEOPLE.slice(place % 6), ...PEOPLE.slice(0, place % 6)]
          await enrich(
            place % 2 === 0 ? batch : batch.toReversed(),
            place % 3 === 0 ? people.toReversed() : people,
          )
        }),
      )
      await markDue(db, 'enrich', ids)
    }
    const [ana] = await db<{ entityId: string }[]>`
      select entity_id from entities where canonical_name = ${PEOPLE[0] ?? ''}`
    const split = splitEntity(db, { entityId: ana?.entityId ?? '', office: 'diretora do acervo' })
    await Promise.all([split, ...batches.map((batch) => enrich(batch, PEOPLE))])
    expect(await deadlocks()).toBe(before)
    expect(await db`select from entities where source = 'features'`).toHaveLength(PEOPLE.length + 1)
  })
})
