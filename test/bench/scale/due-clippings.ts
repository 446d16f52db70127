// Clippings that are all due at one minute, and the people who follow them.
import type { DbPool } from '@pauta/platform/database/database'
import { DAY_MS } from '@pauta/platform/time/time'
import { Random } from '@pauta/sample-data/random'

const SEED = 8
const WORD_MIN_CHARACTERS = 5
const WORDS = 400
const RECORTES_MAX = 3

export interface DueClippings {
  clippings: number
  /** Readers in total, the authors among them. Each has one subscription, by e-mail. */
  subscribers: number
  dueAt: Date
}

interface Vocabulary {
  themes: string[]
  agencies: string[]
  words: string[]
}

/** What people choose: themes of two levels, agencies, and frequent words of titles. */
async function readVocabulary(db: DbPool): Promise<Vocabulary> {
  const [row] = await db<Vocabulary[]>`
    with recent as (select * from articles order by published_at desc limit 10000),
    words as (
      select word, count(*) from recent, regexp_split_to_table(lower(title), '[^[:alpha:]]+') word
      where char_length(word) >= ${WORD_MIN_CHARACTERS} group by word order by count(*) desc, word limit ${WORDS})
    select (select array_agg(distinct code order by code)
        from recent, unnest(array[theme_l1_code, theme_l2_code]) code where code is not null) as themes,
      (select array_agg(distinct agency_key order by agency_key) from recent) as agencies,
      (select array_agg(word order by word) from words) as words`
  if (!row) throw new Error('There are no articles')
  return row
}

function drawFilters(random: Random, { themes, agencies, words }: Vocabulary) {
  const some = (values: readonly string[], most: number) => random.sample(values, random.between(1, most))
  const nothing = { themes: [] as string[], agencies: [] as string[], keywords: [] as string[] }
  const kind = random.between(0, 3)
  if (kind === 0) return { ...nothing, themes: some(themes, 3) }
  if (kind === 1) return { ...nothing, agencies: some(agencies, 4) }
  if (kind === 2) return { ...nothing, keywords: some(words, 8) }
  return { themes: some(themes, 3), agencies: [], keywords: some(words, 3) }
}

async function writeRecortes(db: DbPool, clippings: number): Promise<void> {
  const vocabulary = await readVocabulary(db)
  const random = new Random(SEED)
  const rows = Array.from({ length: clippings }, (_, clipping) =>
    Array.from({ length: random.between(1, RECORTES_MAX) }, (__, position) => ({
      id: `r${clipping + 1}-${position}`,
      clipping_id: `c${clipping + 1}`,
      position,
      title: `Recorte ${position + 1}`,
      ...drawFilters(random, vocabulary),
    })),
  ).flat()
  await db`
    insert into recortes (id, clipping_id, position, title, themes, agencies, keywords)
    select * from jsonb_to_recordset(${db.json(rows)}) as r (
      id text, clipping_id text, position smallint, title text, themes text[], agencies text[], keywords text[])`
}

/** Follower counts fall with the rank of a clipping, as in a marketplace: the first has some thousands. */
async function writeSubscriptions(db: DbPool, { clippings, subscribers }: DueClippings): Promise<void> {
  await db`
    insert into subscriptions (id, clipping_id, user_id, role)
    select 's' || n, 'c' || n, 'u' || n, 'AUTHOR' from generate_series(1, ${clippings}::int) n`
  await db`
    insert into subscriptions (id, clipping_id, user_id, role)
    select 's' || n, 'c' || least(${clippings}, floor(power(${clippings}::float,
        (hashint4(n) & 1048575) / 1048576.0)))::int, 'u' || n, 'SUBSCRIBER'
    from generate_series(${clippings + 1}::int, ${subscribers}::int) n`
  await db`insert into subscription_channels (subscription_id, channel) select id, 'email' from subscriptions`
}

/** Writes the clippings with a release of the day before, their recortes, listings and subscribers. */
export async function writeDueClippings(db: DbPool, options: DueClippings): Promise<void> {
  const { clippings, subscribers, dueAt } = options
  const before = new Date(dueAt.getTime() - DAY_MS)
  const hour = (dueAt.getUTCHours() + 21) % 24
  await db`
    insert into users (id, email, email_verified)
    select 'u' || n, 'leitor-' || n || '@exemplo.org', true from generate_series(1, ${subscribers}::int) n`
  await db`
    insert into clippings (id, author_user_id, name, schedule, next_run_at, delivered_until)
    select 'c' || n, 'u' || n, 'Clipping ' || n, ${`0 ${hour} * * *`}, ${dueAt}, ${before}
    from generate_series(1, ${clippings}::int) n`
  await writeRecortes(db, clippings)
  await db`
    insert into listings (id, author_user_id, source_clipping_id, name, recortes)
    select 'l' || n, 'u' || n, 'c' || n, 'Clipping ' || n, '[]' from generate_series(1, ${clippings}::int) n`
  await writeSubscriptions(db, options)
  await db`
    insert into releases (id, clipping_id, clipping_name, digest_html, article_ids, articles_count, ref_time, made_at)
    select 'old-' || n, 'c' || n, 'Clipping ' || n, '<p></p>', '{}', 0, ${before}, ${before}
    from generate_series(1, ${clippings}::int) n`
  await db`vacuum analyze users, clippings, recortes, subscriptions, listings, releases`
}
