import { createHash } from 'node:crypto'
import { parquetReadObjects } from 'hyparquet'
import type { DatasetHub } from '@pauta/emulators/dataset-hub/dataset-hub'

export const FULL_DATASET = 'pauta/noticias-gov'
export const REDUCED_DATASET = 'pauta/noticias-gov-reduzido'

export type ParquetRow = Record<string, unknown>

/** Paths of the current Parquet files of a dataset. */
export function listShardPaths(hub: DatasetHub, name = FULL_DATASET): string[] {
  const { files } = hub.repository(name).head()
  return Object.keys(files)
    .filter((path) => path.startsWith('data/') && path.endsWith('.parquet'))
    .sort()
}

/** The content of a file of a dataset. Throws when the file does not exist. */
export async function readHubFile(hub: DatasetHub, path: string, name = FULL_DATASET): Promise<ArrayBuffer> {
  const content = await hub.read(name, path)
  if (!content) throw new Error(`${name} has no ${path}`)
  return new Uint8Array(content).buffer
}

/** The rows of one file, or of every Parquet file of a dataset. The reader shares no code with the writer. */
export async function readHubRows(hub: DatasetHub, name = FULL_DATASET): Promise<ParquetRow[]> {
  const rows: ParquetRow[] = []
  for (const path of listShardPaths(hub, name))
    rows.push(...(await parquetReadObjects({ file: await readHubFile(hub, path, name) })))
  return rows
}

export const readHubIds = async (hub: DatasetHub): Promise<string[]> =>
  (await readHubRows(hub)).map((row) => String(row['unique_id'])).sort()

/** Uploads a file to a dataset as another uploader, with a commit of its own. */
export async function commitFile(
  hub: DatasetHub,
  name: string,
  path: string,
  content: Uint8Array,
): Promise<void> {
  const oid = createHash('sha256').update(content).digest('hex')
  const headers = { authorization: 'Bearer hf_local' }
  const put = await fetch(`${hub.url}/lfs-upload/${oid}`, {
    method: 'PUT',
    body: Buffer.from(content),
    headers,
  })
  const lines = [
    { key: 'header', value: { summary: `Add ${path}` } },
    { key: 'lfsFile', value: { path, algo: 'sha256', oid, size: content.byteLength } },
  ]
  const commit = await fetch(`${hub.url}/api/datasets/${name}/commit/main`, {
    method: 'POST',
    headers,
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  })
  if (!put.ok || !commit.ok) throw new Error(`the commit was refused: ${await commit.text()}`)
}
