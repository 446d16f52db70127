import { parseClipping } from '@pauta/clippings/clippings/clipping'
import { createClipping } from '@pauta/clippings/clippings/writes'
import type { DbPool } from '@pauta/platform/database/database'
import { publishClipping } from '@pauta/clippings/marketplace/publish'
import { ulid } from 'ulid'
import { tables } from '../rows/tables.ts'

/** Creates people with verified addresses and returns their ids. */
export async function addPeople(db: DbPool, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => ulid())
  await db`
    insert into users (id, name, email, email_verified)
    select id, 'Leitora', lower(id) || '@exemplo.org', true from unnest(${ids}::text[]) as p (id)`
  return ids
}

/** The input of a clipping. */
export const aDraft = () =>
  parseClipping({
    name: 'Saúde pela manhã',
    schedule: '0 8 * * *',
    recortes: [{ title: 'Vacinas', themes: [], agencies: ['saude'], keywords: ['vacina'] }],
  })

/** Creates a clipping of a new author. */
export async function addClipping(db: DbPool): Promise<{ clippingId: string; authorId: string }> {
  const [authorId = ''] = await addPeople(db, 1)
  const { id } = await createClipping(db, aDraft(), { userId: authorId, now: new Date() })
  return { clippingId: id, authorId }
}

/** Creates a clipping of a new author and publishes it. */
export async function addListing(
  db: DbPool,
): Promise<{ clippingId: string; authorId: string; listingId: string }> {
  const { clippingId, authorId } = await addClipping(db)
  const words = { name: null, description: null }
  const { id } = await publishClipping(db, { userId: authorId, clippingId, words, now: new Date() })
  return { clippingId, authorId, listingId: id }
}

/** Writes clippings of an author and returns their ids. */
export async function addClippings(db: DbPool, authorId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => `${authorId}-${n}`)
  await tables.clippings.add(
    db,
    ids.map((id) => ({ id, authorUserId: authorId, name: 'Saúde', schedule: '0 8 * * *' })),
  )
  return ids
}
