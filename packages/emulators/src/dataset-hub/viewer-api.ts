import { parquetReadObjects, toJson } from 'hyparquet'
import { Refusal, type HubRequest, type Reply } from './http.ts'
import type { Contents, StoredCommit } from './repository.ts'

const LENGTH_MAX = 100
const PREDICATE = /^"(\w+)"\s*(<=|>=|<>|=|<|>)\s*'((?:[^']|'')*)'$/

type Row = Record<string, unknown>

const COMPARISONS: Record<string, (a: number | string, b: number | string) => boolean> = {
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
}

/** Parses a condition to a test of rows: comparisons with texts and instants, joined by AND. */
function readCondition(where: string): (row: Row) => boolean {
  const tests = where.split(/\s+AND\s+/i).map((predicate) => {
    const [, column = '', operator = '', literal = ''] = PREDICATE.exec(predicate.trim()) ?? []
    const compare = COMPARISONS[operator]
    if (!compare) throw new Refusal(422, "Parameter 'where' is invalid", 'InvalidParameter')
    const value = literal.replaceAll("''", "'")
    return (row: Row) => {
      const cell = row[column]
      if (cell instanceof Date) return compare(cell.getTime(), Date.parse(value))
      return typeof cell === 'string' && compare(cell, value)
    }
  })
  return (row) => tests.every((test) => test(row))
}

function getParameter(request: HubRequest, name: string): string {
  const value = request.url.searchParams.get(name)
  if (!value) throw new Refusal(422, `Parameter '${name}' is required`, 'MissingRequiredParameter')
  return value
}

/** Whether a file belongs to the configuration `default`, as cards of datasets define it. */
const isOfDefault = (path: string) => path.startsWith('data/') && path.endsWith('.parquet')

/** Returns the rows of every Parquet file of the configuration `default` of a commit. */
async function readRows(commit: StoredCommit, contents: Contents): Promise<Row[]> {
  const rows: Row[] = []
  for (const [path, { sha256 }] of Object.entries(commit.files)) {
    const content = isOfDefault(path) ? await contents.find(sha256) : undefined
    if (!content) continue
    const file = new Uint8Array(content).buffer
    for (const row of await parquetReadObjects({ file })) rows.push(row)
  }
  return rows
}

/** Returns the first rows of the latest shard of a commit. */
export async function readSample(commit: StoredCommit, contents: Contents, rows: number): Promise<Row[]> {
  const paths = Object.keys(commit.files).filter(isOfDefault)
  const latest = commit.files[paths.sort().at(-1) ?? '']
  const content = latest && (await contents.find(latest.sha256))
  if (!content) return []
  return await parquetReadObjects({ file: new Uint8Array(content).buffer, rowEnd: rows })
}

/** `GET /filter` of the dataset viewer: returns at most 100 rows of a split that meet a condition. */
export function makeViewerApi(contents: Contents) {
  // Caches the latest commit of each dataset, because consecutive pages ask for the same rows.
  const cached = new Map<string, { id: string; rows: Row[] }>()
  return async function filter(request: HubRequest, dataset: string, commit: StoredCommit): Promise<Reply> {
    const matches = readCondition(getParameter(request, 'where'))
    if (getParameter(request, 'config') !== 'default' || getParameter(request, 'split') !== 'train')
      throw new Refusal(404, 'Not found.', 'ResponseNotFound')
    const offset = Number(request.url.searchParams.get('offset') ?? 0)
    const length = Number(request.url.searchParams.get('length') ?? LENGTH_MAX)
    if (!(length >= 0 && length <= LENGTH_MAX))
      throw new Refusal(422, `Parameter 'length' must not be greater than ${LENGTH_MAX}`, 'InvalidParameter')
    if (!Object.keys(commit.files).some(isOfDefault))
      throw new Refusal(500, 'The dataset is empty.', 'EmptyDatasetError')
    let known = cached.get(dataset)
    if (known?.id !== commit.id)
      cached.set(dataset, (known = { id: commit.id, rows: await readRows(commit, contents) }))
    const found = known.rows.flatMap((row, index) => (matches(row) ? [{ row_idx: index, row }] : []))
    const order = /^"(\w+)"$/.exec(request.url.searchParams.get('orderby') ?? '')?.[1]
    if (order !== undefined) found.sort((a, b) => (String(a.row[order]) < String(b.row[order]) ? -1 : 1))
    return {
      status: 200,
      headers: { 'x-revision': commit.id },
      body: {
        features: Object.keys(known.rows[0] ?? {}).map((name, index) => ({ feature_idx: index, name })),
        rows: found
          .slice(offset, offset + length)
          .map(({ row_idx, row }) => ({ row_idx, row: toJson(row) as Row, truncated_cells: [] })),
        num_rows_total: found.length,
        num_rows_per_page: LENGTH_MAX,
        partial: false,
      },
    }
  }
}
