import { gunzipSync } from 'node:zlib'
import { loadConfig } from '@pauta/platform/config/config'
import type { Cloud } from '../workers/cloud.ts'
import type { TestStack } from '../stack/stack.ts'

const GZIP = Buffer.from([0x1f, 0x8b])

/** Returns the text of bytes, which may be compressed. */
function readBytes(bytes: Uint8Array): string {
  const isGzip = Buffer.from(bytes.subarray(0, 2)).equals(GZIP)
  return (isGzip ? gunzipSync(bytes) : Buffer.from(bytes)).toString('utf8')
}

async function findInTables({ db }: TestStack, words: readonly string[]): Promise<string[]> {
  const tables = await db<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
  const places: string[] = []
  for (const { name } of tables) {
    // A row as text has every column, but compressed texts as digits.
    const rows = await db<{ word: string }[]>`
      with found as materialized (select lower(t::text) as text from ${db(name)} t)
      select distinct word from found join unnest(${[...words]}::text[]) as word
        on strpos(found.text, lower(word)) > 0`
    places.push(...rows.map(({ word }) => `table ${name}: ${word}`))
  }
  const texts = await db<{ body: Uint8Array }[]>`select body from article_texts`
  for (const { body } of texts)
    places.push(
      ...words.filter((word) => readBytes(body).includes(word)).map((word) => `article_texts: ${word}`),
    )
  return places
}

async function findInIndex({ index }: TestStack, words: readonly string[]): Promise<string[]> {
  const { url, key } = loadConfig('index').index
  const places: string[] = []
  for (const { name } of await index.listCollections()) {
    const answer = await fetch(`${url}/collections/${name}/documents/export`, {
      headers: { 'x-typesense-api-key': key },
    })
    const text = await answer.text()
    places.push(...words.filter((word) => text.includes(word)).map((word) => `index ${name}: ${word}`))
  }
  return places
}

async function findInBucket(cloud: Cloud, words: readonly string[]): Promise<string[]> {
  const places: string[] = []
  for (const key of await cloud.listKeys('')) {
    const text = readBytes(await cloud.readBytes(key))
    places.push(...words.filter((word) => text.includes(word)).map((word) => `bucket ${key}: ${word}`))
  }
  return places
}

/** Returns where a stack stores any of the words: tables, documents of the index, objects of the bucket, unpacked. */
export const findWords = async (
  stack: TestStack,
  cloud: Cloud,
  words: readonly string[],
): Promise<string[]> => [
  ...(await findInTables(stack, words)),
  ...(await findInIndex(stack, words)),
  ...(await findInBucket(cloud, words)),
]
