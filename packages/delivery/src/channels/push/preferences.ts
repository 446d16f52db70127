import type { Db } from '@pauta/platform/database/database'
import { distinctTexts } from '@pauta/platform/input/text-input'

const CODES = { most: 200, characters: 128 } as const

/** Which new articles a reader wants pushes for. Codes are not compared with the catalogue. */
export interface PushPreferences {
  /** Agency keys. */
  agencies: string[]
  /** Theme codes of any level. */
  themes: string[]
  enabled: boolean
}

/** Throws BAD_USER_INPUT or LIMIT_EXCEEDED naming the field. */
export function parsePushPreferences(input: {
  agencies: readonly string[]
  themes: readonly string[]
  enabled: boolean
}): PushPreferences {
  return {
    agencies: distinctTexts(input.agencies, 'preferences.agencies', CODES),
    themes: distinctTexts(input.themes, 'preferences.themes', CODES),
    enabled: input.enabled,
  }
}

/** Returns the keys of agencies that a user chose; empty before the user chose any. */
export async function listPushAgencies(db: Db, userId: string): Promise<string[]> {
  const [row] = await db<Pick<PushPreferences, 'agencies'>[]>`
    select agencies from push_preferences where user_id = ${userId}`
  return row?.agencies ?? []
}

/** Replaces the preferences of a user. Pushes cover articles from the moment the user turns them on. */
export async function putPushPreferences(
  db: Db,
  { userId, preferences, now }: { userId: string; preferences: PushPreferences; now: Date },
): Promise<void> {
  const { agencies, themes, enabled } = preferences
  await db`
    insert into push_preferences as kept (user_id, agencies, themes, enabled, pushed_until, updated_at)
    values (${userId}, ${agencies}, ${themes}, ${enabled}, ${now}, ${now})
    on conflict (user_id) do update set
      agencies = excluded.agencies, themes = excluded.themes, enabled = excluded.enabled,
      pushed_until = case when kept.enabled then kept.pushed_until else excluded.pushed_until end,
      updated_at = excluded.updated_at`
}
