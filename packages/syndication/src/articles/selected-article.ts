import type { IndexDocument } from '@pauta/core/search-index/collection'

/** A document of the index and the cursor that continues after it. */
export interface SelectedArticle {
  document: IndexDocument
  cursor: string
}

/** Some rows of a selection. */
export interface SelectedRows {
  rows: SelectedArticle[]
  /** Rows of the selection from the first of these to the last of all. */
  remaining: number
}
