import { isChangesFile } from './changes-path.ts'

/** Formats from which a host makes rows, compressed or not. */
const DATA_FILE = /\.(parquet|csv|tsv|jsonl?|ndjson|arrow|txt|xml)(\.(gz|bz2|xz|zst))?$|\.(zip|tar)$/i

/**
 * Returns `data/train-<YYYY-MM-DD>-<HHMMSS>.parquet` for a day and the UTC time of the export, or of the next free
 * second.
 */
export function freeShardPath(day: string, at: Date, isTaken: (path: string) => boolean): string {
  for (let seconds = 0; seconds < 24 * 3600; seconds++) {
    const time = new Date(at.getTime() + seconds * 1000).toISOString().slice(11, 19).replaceAll(':', '')
    const path = `data/train-${day}-${time}.parquet`
    if (!isTaken(path)) return path
  }
  throw new Error(`every shard name of ${day} is taken`)
}

/** Whether a file may contain articles. */
export const isDataFile = (path: string): boolean => DATA_FILE.test(path) && !isChangesFile(path)

export const isParquetFile = (path: string): boolean => path.toLowerCase().endsWith('.parquet')
