import type { ArticleColumns } from '../articles/article.ts'

/** What can happen to an article, by its name in the database. */
export type EventKind = 'appeared' | 'edited' | 'removed' | 'restored' | 'taken_down' | 'relabelled'

/** Who saw or did it: the scraper or another writer of messages, an imported file, an operator, or a model of labels. */
export type Witness = 'scraper' | 'import' | 'operator' | 'model'

/** How much an edit changes, from the least to the most. */
export type EditGrade = 'typography' | 'small' | 'figures' | 'names' | 'text_removed' | 'meaning'

/** The grades of edits that change what a reader learns; the others change how it is written. */
export const SUBSTANTIVE_GRADES: readonly EditGrade[] = ['figures', 'names', 'text_removed', 'meaning']

/** The columns of an article of which every version is kept. */
export type VersionColumns = Pick<
  ArticleColumns,
  'title' | 'subtitle' | 'content' | 'imageUrl' | 'publishedAt' | 'sourceUpdatedAt'
>

/** An article that a transaction has changed. */
export interface ChangedArticle {
  uniqueId: string
  agencyKey: string
  /** Fingerprint of the text after the change; null for a text without words. */
  contentHash: string | null
}

/** An event that a transaction has caused. */
export interface NewEvent extends ChangedArticle {
  kind: EventKind
  seenBy: Witness
  /** Only of `edited`: the version that this one replaced, and how much changed. */
  edit?: Edit
}

/** A version that another one replaced. */
export interface ReplacedVersion extends VersionColumns {
  contentHash: string | null
  /** When it was last seen; null in rows older than this column. */
  versionAt: Date | null
}

/** An edit: what it replaced, and its grade with the reason. */
interface Edit {
  replaced: ReplacedVersion
  grade: EditGrade
  /** In Portuguese, with the words that changed. */
  reason: string
}
