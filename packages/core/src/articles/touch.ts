import type { Db } from '../database.ts'
import { markDue } from '../pipeline/markers.ts'

async function markTouched(db: Db, rows: readonly { uniqueId: string }[]): Promise<void> {
  await markDue(
    db,
    'index',
    rows.map((row) => row.uniqueId),
  )
}

/** Articles that show a theme are other documents once its label is another one. */
export async function touchArticlesOfThemes(db: Db, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return
  const rows = await db<{ uniqueId: string }[]>`
    update articles set updated_at = clock_timestamp()
    where theme_l1_code = any(${[...codes]}) or theme_l2_code = any(${[...codes]})
      or theme_l3_code = any(${[...codes]}) or most_specific_theme_code = any(${[...codes]})
    returning unique_id`
  await markTouched(db, rows)
}

/** And so are those of an agency that got another name. */
export async function touchArticlesOfAgencies(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const rows = await db<{ uniqueId: string }[]>`
    update articles set updated_at = clock_timestamp() where agency_key = any(${[...keys]}) returning unique_id`
  await markTouched(db, rows)
}
