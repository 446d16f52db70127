/** Rows per batch of a sync, as documented. */
export const SYNC_BATCH_ROWS = 5000
