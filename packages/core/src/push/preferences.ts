import type { Db } from '../database.ts'
import { limitExceeded } from '../errors.ts'
import { requiredText } from '../text-input.ts'

const VALUES_MAX = 200
const CODE_MAX_CHARACTERS = 128

/** Of which new articles a reader wants to hear. Codes are not compared with the catalogue. */
export interface PushPreferences {
  /** Keys of agencies. */
  agencies: string[]
  /** Codes of any level. */
  themes: string[]
  enabled: boolean
}

function parseCodes(values: readonly string[], argument: string): string[] {
  if (values.length > VALUES_MAX) throw limitExceeded(argument, `no máximo ${VALUES_MAX} valores.`)
  return [...new Set(values.map((value, i) => requiredText(value, `${argument}[${i}]`, CODE_MAX_CHARACTERS)))]
}

/** Throws BAD_USER_INPUT or LIMIT_EXCEEDED naming the field. */
export function parsePushPreferences(input: {
  agencies: readonly string[]
  themes: readonly string[]
  enabled: boolean
}): PushPreferences {
  return {
    agencies: parseCodes(input.agencies, 'preferences.agencies'),
    themes: parseCodes(input.themes, 'preferences.themes'),
    enabled: input.enabled,
  }
}

/** The preferences of a user; undefined before they were ever set. */
export async function findPushPreferences(db: Db, userId: string): Promise<PushPreferences | undefined> {
  const [row] = await db<PushPreferences[]>`
    select agencies, themes, enabled from push_preferences where user_id = ${userId}`
  return row
}

/** Replaces the preferences of a user. Whoever turns push on hears of what comes from then on, not of what was missed. */
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
