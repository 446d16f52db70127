import type postgres from 'postgres'
import type { Db } from '@pauta/platform/database/database'
import { PublicError } from '@pauta/platform/errors'

type Fragment = postgres.PendingQuery<postgres.Row[]>

/** A user's id, null for an anonymous visitor, or an SQL column with either. */
type Viewer = string | null | Fragment

// Who may see what of a clipping:
// - The author sees everything.
// - While the clipping is listed, everyone sees it, and the releases made since its publication.
// - After it is unlisted, followers keep what was public: name, description, recortes, prompt and schedule of the last
//   publication, and the releases made while it was public and they could follow it.
// - Followers get one notice and no further release, until a new publication.

/** SQL condition: the clipping `c` has an active listing. */
export function isListed(db: Db): Fragment {
  return db`exists (select 1 from listings where source_clipping_id = c.id and active)`
}

/** SQL condition: the user is the author of the clipping `c`. */
export function isAuthor(db: Db, viewer: Viewer): Fragment {
  return db`(c.author_user_id = ${viewer}::text) is true`
}

/** SQL condition: the user follows the clipping `c`. */
function isFollower(db: Db, userId: string | null): Fragment {
  return db`exists (select 1 from subscriptions where clipping_id = c.id and user_id = ${userId}::text and active)`
}

/**
 * SQL join: the last publication `f` of the clipping `c`, if the clipping is unlisted and the user is not its author.
 * Place it after `from clippings c`.
 */
export function joinLastPublication(db: Db, userId: string | null): Fragment {
  return db`
    left join lateral (
      select l.* from listings l
      where l.source_clipping_id = c.id and not ${isAuthor(db, userId)} and not ${isListed(db)}
      order by l.published_at desc, l.id desc
      limit 1) f on true`
}

/** SQL condition: the user may see the clipping `c` or its last publication. Needs `joinLastPublication`. */
export function maySee(db: Db, userId: string | null): Fragment {
  return db`
    (${isAuthor(db, userId)} or ${isListed(db)} or f.id is not null and ${isFollower(db, userId)})`
}

/** SQL condition: the user may see the release `r` of the clipping `c`. */
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

/** SQL column: the name of the clipping `c` for users other than its author, which is the last published name. */
export function publicName(db: Db): Fragment {
  return db`
    coalesce((
      select l.name from listings l where l.source_clipping_id = c.id
      order by l.active desc, l.published_at desc, l.id desc limit 1), c.name)`
}

/** The NOT_FOUND error for clippings that do not exist and for those that the caller may not see. */
export const unknownClipping = (): PublicError =>
  new PublicError('NOT_FOUND', 'Não existe clipping com esse identificador.')
