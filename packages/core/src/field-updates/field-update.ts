import type { Db, DbPool } from '@pauta/platform/database/database'
import { refreshEntityStore } from '../entities/upkeep.ts'
import { listDue, markDone, markDue, type PipelineStep } from '../steps/steps.ts'
import type { Features } from '../articles/article.ts'
import { saveEmbeddings, writeEmbeddings } from '../embeddings/article-embeddings.ts'
import { mergeFeatures } from '../features/features.ts'
import { setAgency, setTheme, type UpdatedField } from './field-catalogue.ts'
import { hashContent } from '../articles/identity.ts'
import { lockArticles } from '../articles/lock.ts'
import { listEvents } from '../history/list-events.ts'
import { recordEvents } from '../history/writes.ts'
import { readStored } from '../ingest/writes.ts'
import type { FieldUpdate } from './updatable-fields.ts'

type Update<Kind extends FieldUpdate['kind']> = Extract<FieldUpdate, { kind: Kind }>
type Target = { uniqueId: string; model: string }

interface TextRow {
  title: string
  content: string | null
  contentHash: string | null
  value: unknown
}

async function setColumn(
  db: Db,
  { uniqueId }: Target,
  { column, value, inIndex }: Update<'column'>,
): Promise<UpdatedField | undefined> {
  const [row] = await db<TextRow[]>`
    select title, content, content_hash, ${db(column)} as value
    from articles where unique_id = ${uniqueId} and deleted_at is null`
  if (!row) return undefined
  if (JSON.stringify(row.value) === JSON.stringify(value)) return { inIndex, due: [], notes: [] }
  const text = { title: row.title, content: row.content, [column]: value }
  const contentHash = hashContent(text.title, text.content)
  const changes = {
    [column]: value,
    content_hash: contentHash,
    // A value set by hand is not a model's any more.
    ...(column === 'summary' && { summary_model: null }),
  }
  await db`
    update articles set ${db(changes)}, updated_at = clock_timestamp(), changed_at = clock_timestamp()
    where unique_id = ${uniqueId}`
  // With another text, all derived values are computed again.
  const due: PipelineStep[] = contentHash === row.contentHash ? ['index'] : ['enrich', 'embed', 'index']
  // Features contain the hour and the weekday of the publication.
  if (column === 'published_at') due.unshift('enrich')
  for (const step of due) await markDue(db, step, [uniqueId])
  if (column === 'published_at') await refreshEntityStore(db, [uniqueId])
  return { inIndex, due, notes: [] }
}

async function setFeature(
  db: Db,
  { uniqueId }: Target,
  { field, path, value, inIndex, derived }: Update<'feature'>,
): Promise<UpdatedField | undefined> {
  const [row] = await db<{ features: Features | null }[]>`
    select f.features from articles a left join article_features f on f.unique_id = a.unique_id
    where a.unique_id = ${uniqueId} and a.deleted_at is null`
  if (!row) return undefined
  const [key, inner] = path
  const before = row.features?.[key]
  const around = typeof before === 'object' && before !== null && !Array.isArray(before) ? before : {}
  const features = { [key]: inner === undefined ? value : { ...around, [inner]: value } }
  const { moved } = await mergeFeatures(db, [{ uniqueId, features }])
  await refreshEntityStore(db, moved)
  const notes = derived ? [`${field} é calculado do texto: o valor enviado vale até o texto mudar.`] : []
  if (field === 'trending_score')
    notes.push('trending_score é calculado a cada hora: o valor enviado vale até lá.')
  return { inIndex, due: ['index'], notes }
}

async function setVector(
  db: Db,
  { uniqueId, model }: Target,
  { field, vector }: Update<'vector'>,
): Promise<UpdatedField | undefined> {
  const [row] = await db<{ contentHash: string | null }[]>`
    select content_hash from articles where unique_id = ${uniqueId} and deleted_at is null`
  if (!row) return undefined
  await saveEmbeddings(db, model, writeEmbeddings([{ uniqueId, contentHash: row.contentHash, vector }]))
  await db`update articles set updated_at = clock_timestamp() where unique_id = ${uniqueId}`
  // A due step would replace the vector by the model's vector.
  await markDone(db, 'embed', await listDue(db, 'embed', [uniqueId]))
  await markDue(db, 'index', [uniqueId])
  return {
    inIndex: { [field]: [...vector] },
    due: ['index'],
    notes: [`${field} é calculado do texto: o valor enviado vale até o texto mudar.`],
  }
}

async function setField(db: Db, target: Target, update: FieldUpdate): Promise<UpdatedField | undefined> {
  switch (update.kind) {
    case 'column':
      return await setColumn(db, target, update)
    case 'feature':
      return await setFeature(db, target, update)
    case 'agency':
      return await setAgency(db, target.uniqueId, update)
    case 'theme':
      return await setTheme(db, target.uniqueId, update)
    case 'vector':
    default:
      return await setVector(db, target, update)
  }
}

/**
 * Sets one field of an article in PostgreSQL and makes the article due for the index. A new title or content also makes
 * the derived values due. An equal value changes nothing. Agencies and themes also change their dependent fields.
 * Vectors are stored under the name `model`. Returns undefined when the article is unknown or taken down. Throws
 * BAD_USER_INPUT naming `value` for an agency or theme that the catalogue lacks.
 */
export async function updateField(
  pool: DbPool,
  target: Target,
  update: FieldUpdate,
): Promise<UpdatedField | undefined> {
  const { changed } = await pool.begin(async (db) => {
    const { uniqueId } = target
    await lockArticles(db, [uniqueId])
    const before = (await readStored(db, [uniqueId])).get(uniqueId)
    const changed = await setField(db, target, update)
    const after = changed && (await readStored(db, [uniqueId])).get(uniqueId)
    if (after) await recordEvents(db, listEvents({ before, after }, 'operator'))
    return { changed }
  })
  return changed
}
