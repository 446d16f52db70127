import { expect, it } from 'vitest'
import { openNodes } from './nodes.ts'

const open = (url: string, nodes?: string[]) =>
  openNodes({ url, key: 'k', ca: undefined, ...(nodes && { nodes }) } as never)
const nodesOf = ({ reader }: ReturnType<typeof openNodes>) => reader.configuration.nodes as { host: string }[]

it.each([
  ['https://a.br', { protocol: 'https', host: 'a.br', port: 443, path: '' }],
  ['http://a.br', { protocol: 'http', host: 'a.br', port: 80, path: '' }],
  ['http://a.br:8108/index', { protocol: 'http', host: 'a.br', port: 8108, path: '/index' }],
])('%s is one node', (url, node) => {
  const nodes = open(url)
  expect(nodesOf(nodes)).toMatchObject([node])
  expect(nodes.searchCutoffMs).toBe(4_500)
  expect(nodes.reader.configuration).toMatchObject({ connectionTimeoutSeconds: 6, numRetries: 1 })
  expect(nodes.writer.configuration).toMatchObject({ connectionTimeoutSeconds: 120 })
})

it.each([
  [1, 6, 1, 4_500],
  [2, 2.4, 1, 2_000],
  [3, 2.4, 2, 2_000],
])('%d nodes have %d seconds for a search, and %d further tries', (count, seconds, retries, cutoff) => {
  const urls = Array.from({ length: count }, (_, n) => `http://n${n}.br`)
  const nodes = open('http://unused.br', urls)
  // The client begins with any of them.
  expect(
    nodesOf(nodes)
      ?.map(({ host }) => host)
      .toSorted(),
  ).toEqual(urls.map((_, n) => `n${n}.br`))
  expect(nodes.reader.configuration).toMatchObject({ connectionTimeoutSeconds: seconds, numRetries: retries })
  expect(Math.round(nodes.searchCutoffMs)).toBe(cutoff)
})
