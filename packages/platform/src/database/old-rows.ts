/** Rows to remove: those older than an instant, at most `limit` per statement. */
export interface OldRows {
  before: Date
  limit: number
}
