const SHARD_PATH = /^data\/train-\d{4}-\d{2}-\d{2}-\d{6}\.parquet$/

/** `data/train-<YYYY-MM-DD>-<HHMMSS>.parquet` of a day and the UTC time of the export; the next second that is free. */
export function freeShardPath(day: string, at: Date, isTaken: (path: string) => boolean): string {
  for (let seconds = 0; seconds < 24 * 3600; seconds++) {
    const time = new Date(at.getTime() + seconds * 1000).toISOString().slice(11, 19).replaceAll(':', '')
    const path = `data/train-${day}-${time}.parquet`
    if (!isTaken(path)) return path
  }
  throw new Error(`every shard name of ${day} is taken`)
}

/** Whether a file has the name of a shard. */
export const isShardPath = (path: string): boolean => SHARD_PATH.test(path)

/** Whether a file has rows in it. */
export const isDataFile = (path: string): boolean => path.endsWith('.parquet')
