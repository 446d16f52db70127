import type { Db } from '@pauta/platform/database/database'
import { diffHtml } from './diff-html.ts'
import { diffWords, type DiffPart } from './diff-words.ts'
import { gradeEdit, type Graded } from './grade-edit.ts'
import { readVersions } from './queries.ts'

/** The difference of two versions of an article. */
export interface ArticleDiff extends Graded {
  from: number
  to: number
  title: DiffPart[]
  subtitle: DiffPart[]
  content: DiffPart[]
  /** The difference of the texts as HTML. */
  html: string
}

/** Returns the difference of two versions; undefined if one does not exist or readers may not see it. One statement. */
export async function readDiff(
  db: Db,
  uniqueId: string,
  { from, to }: { from: number; to: number },
): Promise<ArticleDiff | undefined> {
  const versions = await readVersions(db, uniqueId, [from, to])
  const [before, after] = [versions.get(from), versions.get(to)]
  if (!before || !after) return undefined
  const content = diffWords(before.content ?? '', after.content ?? '')
  return {
    from,
    to,
    ...gradeEdit(before, after),
    title: diffWords(before.title, after.title),
    subtitle: diffWords(before.subtitle ?? '', after.subtitle ?? ''),
    content,
    html: diffHtml(content),
  }
}
