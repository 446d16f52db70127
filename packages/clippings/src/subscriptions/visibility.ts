import type postgres from 'postgres'
import type { Db } from '@pauta/platform/database/database'
import { PublicError } from '@pauta/platform/errors'

type Fragment = postgres.PendingQuery<postgres.Row[]>

/** The id of a user, null for nobody in particular, or a column with either. */
type Viewer = string | null | Fragment

// Who sees what of a clipping:
// - Its author sees everything.
// - While it is listed everybody sees it, with the releases that were made since its publication.
// - Followers of a clipping that is listed no more keep what was public: its name, description, recortes, prompt and
//   schedule as they were last published, and the releases that were made while it was public and they may have followed.
//   They were told once and get no further release; a new publication brings them back.

/** Whether the clipping `c` is open to everyone, as its listing is active. */
export function isListed(db: Db): Fragment {
  return db`exists (select 1 from listings where source_clipping_id = c.id and active)`
}

/** Whether a user made the clipping `c`. */
export function isAuthor(db: Db, viewer: Viewer): Fragment {
  return db`(c.author_user_id = ${viewer}::text) is true`
}

/** Whether a user follows the clipping `c`. */
export function isFollower(db: Db, userId: string | null): Fragment {
  return db`exists (select 1 from subscriptions where clipping_id = c.id and user_id = ${userId}::text and active)`
}

/**
 * The last publication of the clipping `c` as `f`, where a user is shown that in place of the clipping: it is listed no
 * more and somebody else's. A join, which belongs behind `from clippings c`.
 */
export function joinLastPublication(db: Db, userId: string | null): Fragment {
  return db`
    left join lateral (
      select l.* from listings l
      where l.source_clipping_id = c.id and not ${isAuthor(db, userId)} and not ${isListed(db)}
      order by l.published_at desc, l.id desc
      limit 1) f on true`
}

/** Whether a user may see the clipping `c`, or what was public of it; goes with `joinLastPublication`. */
export function maySee(db: Db, userId: string | null): Fragment {
  return db`
    (${isAuthor(db, userId)} or ${isListed(db)} or f.id is not null and ${isFollower(db, userId)})`
}

/** Whether a user may see the release `r` of the clipping `c`. */
export function maySeeRelease(db: Db, userId: Viewer): Fragment {
  return db`
    (${isAuthor(db, userId)} or exists (
      select 1 from listings l
      where l.source_clipping_id = c.id and r.made_at >= l.published_at
        and (l.active or r.made_at < l.unpublished_at and exists (
          select 1 from subscriptions s
          where s.clipping_id = c.id and s.user_id = ${userId}::text and s.active
            and s.subscribed_at <= l.unpublished_at))))`
}

/** The name of the clipping `c` for whoever did not make it: the one that it was last published under. */
export function publicName(db: Db): Fragment {
  return db`
    coalesce((
      select l.name from listings l where l.source_clipping_id = c.id
      order by l.active desc, l.published_at desc, l.id desc limit 1), c.name)`
}

/** The NOT_FOUND error for clippings that do not exist and for those that the caller may not see. */
export const unknownClipping = (): PublicError =>
  new PublicError('NOT_FOUND', 'Não existe clipping com esse identificador.')
