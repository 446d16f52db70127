const CHANGES_FILE = /^changes\/(\d{4}-\d{2})\.parquet$/

/** Returns the path of the file with the changes of a local month, `YYYY-MM`. */
export const changesPath = (month: string): string => `changes/${month}.parquet`

/** Whether a file has changes and no articles: it belongs to another configuration of the dataset. */
export const isChangesFile = (path: string): boolean => CHANGES_FILE.test(path)
