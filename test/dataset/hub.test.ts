import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeHostFetch } from '@pauta/dataset/host-fetch'
import { openHub, type Hub } from '@pauta/dataset/hub'
import { startDatasetHub, type DatasetHub } from '@pauta/emulators/dataset-hub/dataset-hub'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

const NAMES = { dataset: 'casa/tudo', reducedDataset: 'casa/pouco' }
const PART_BYTES = 1000

let server: DatasetHub
let hub: Hub
const hostFetch = makeHostFetch({ signal: new AbortController().signal, firstDelayMs: 5 })
const openAs = (token: string, names = NAMES) => openHub({ hubUrl: server.url, ...names, token }, hostFetch)
beforeAll(async () => {
  server = await startDatasetHub({
    port: 0,
    datasets: Object.values(NAMES),
    token: 'hf_right',
    pageEntries: 3,
    partBytes: PART_BYTES,
  })
  hub = openAs('hf_right')
})
afterAll(() => server.stop())
afterEach(() => server.intercept(undefined))

const blob = (bytes: number, fill: number) => new Blob([new Uint8Array(bytes).fill(fill)])
const bytesOf = async (content: Blob) => Buffer.from(await content.arrayBuffer())

describe("the hub's client", () => {
  it('commits small, large and very large files, and lists every page of them', async () => {
    const { head, files } = await hub.read('full')
    expect(files.size).toBe(0)
    const contents = {
      'README.md': new Blob(['olá']),
      'data/a.parquet': blob(200, 1),
      'data/b.parquet': blob(PART_BYTES * 3 + 7, 2),
      'data/c.parquet': blob(300, 3),
      'data/d.parquet': blob(300, 4),
    }
    const changes = Object.entries(contents).map(([path, content]) => ({ path, content }))
    const id = await hub.commit('full', head, 'Add', changes)
    const state = await hub.read('full')
    expect(state.head).toBe(id)
    expect([...state.files.keys()].sort()).toEqual(Object.keys(contents).sort())
    expect(state.files.get('README.md')).toEqual({ size: 4, sha256: undefined })
    expect(state.files.get('data/b.parquet')?.sha256).toMatch(/^[0-9a-f]{64}$/)
    for (const [path, content] of Object.entries(contents)) {
      const there = await hub.open('full', id, path)
      expect(there.size).toBe(content.size)
      expect(await bytesOf(there)).toEqual(await bytesOf(content))
    }
    const part = (await hub.open('full', id, 'data/b.parquet')).slice(998, 1003)
    expect(await bytesOf(part)).toEqual(Buffer.alloc(5, 2))
    expect(server.requests.filter(({ method, path }) => method === 'PUT' && /\/\d$/.test(path))).toHaveLength(
      4,
    )
  })

  it('deletes files and writes others in one commit', async () => {
    const { head } = await hub.read('full')
    await hub.commit('full', head, 'Move', [
      { path: 'data/a.parquet', content: undefined },
      { path: 'data/e.parquet', content: blob(10, 5) },
    ])
    const { files } = await hub.read('full')
    expect(files.has('data/a.parquet')).toBe(false)
    expect(files.get('data/e.parquet')?.size).toBe(10)
  })

  it('refuses to commit on top of an outdated head', async () => {
    const { head } = await hub.read('full')
    await hub.commit('full', head, 'First', [{ path: 'a.txt', content: new Blob(['1']) }])
    await expect(
      hub.commit('full', head, 'Second', [{ path: 'a.txt', content: new Blob(['2']) }]),
    ).rejects.toThrow(/another commit to casa\/tudo came first/)
  })

  it('returns readable errors for faults that people can fix', async () => {
    const { head } = await hub.read('full')
    const change = [{ path: 'x.txt', content: new Blob(['x']) }]
    await expect(openAs('hf_wrong').commit('full', head, 'X', change)).rejects.toThrow(
      /refuses casa\/tudo: the dataset must exist and the token must be allowed/,
    )
    await expect(openAs('hf_right', { ...NAMES, dataset: 'casa/nada' }).read('full')).rejects.toThrow(
      /has no dataset casa\/nada: create it there/,
    )
    await expect(hub.open('full', head, 'x.txt')).rejects.toThrow(/casa\/tudo no longer has x\.txt/)
  })

  it.each([
    [401, 'refuses casa/tudo: the dataset must exist'],
    [403, 'refuses casa/tudo: the dataset must exist'],
    [422, 'casa/tudo: '],
  ])('names the dataset when the host answers %i', async (status, message) => {
    server.intercept(() => ({ status, body: { error: 'no' } }))
    await expect(hub.read('full')).rejects.toThrow(message)
  })

  it('reads a public dataset without a token, and a file as it was at a commit', async () => {
    const { head } = await openAs('').read('full')
    const change = (text: string) => [{ path: 'kept.txt', content: new Blob([text]) }]
    const first = await hub.commit('full', head, 'First', change('before'))
    await hub.commit('full', first, 'Second', change('afterwards'))
    expect(await (await openAs('').open('full', first, 'kept.txt')).text()).toBe('before')
  })

  it('finds a stored hub unchanged after a restart, and shows it on its pages', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'pauta-hub-'))
    const options = { port: 0, dataDir, datasets: ['casa/guardada'], token: 'hf_right' }
    const open = (url: string) =>
      openHub(
        { hubUrl: url, dataset: 'casa/guardada', reducedDataset: 'casa/guardada', token: 'hf_right' },
        hostFetch,
      )
    const first = await startDatasetHub(options)
    const { head } = await open(first.url).read('full')
    const card = new Blob(['# <Cartão>'])
    const id = await open(first.url).commit('full', head, 'Keep', [{ path: 'README.md', content: card }])
    await first.stop()
    const second = await startDatasetHub(options)
    try {
      expect(await open(second.url).read('full')).toMatchObject({ head: id })
      expect(await (await fetch(second.url)).text()).toContain('<a href="/datasets/casa/guardada">')
      const page = await (await fetch(`${second.url}/datasets/casa/guardada`)).text()
      expect(page).toContain('Keep')
      expect(page).toContain('&#60;Cartão&#62;')
    } finally {
      await second.stop()
      await rm(dataDir, { recursive: true })
    }
  })

  it('retries when a part of an upload is refused', async () => {
    let refused = 0
    server.intercept(({ path }) =>
      path.endsWith('/2') && refused++ < 2 ? { status: 503, body: { error: 'later' } } : undefined,
    )
    const { head } = await hub.read('reduced')
    await hub.commit('reduced', head, 'Add', [{ path: 'data/z.parquet', content: blob(2500, 9) }])
    expect(refused).toBe(3)
    expect((await server.read('casa/pouco', 'data/z.parquet'))?.equals(Buffer.alloc(2500, 9))).toBe(true)
  })
  it('reads an emptied hub as new, and continues there', async () => {
    const before = await hub.read('full')
    expect(before.files.size).toBeGreaterThan(0)
    await server.empty()
    const { head, files } = await hub.read('full')
    expect(files.size).toBe(0)
    expect(server.repository('casa/tudo').commits()).toHaveLength(1)
    const change = [{ path: 'a.txt', content: new Blob(['x']) }]
    await expect(hub.commit('full', before.head, 'Late', change)).rejects.toThrow(
      /another commit to casa\/tudo came first/,
    )
    const id = await hub.commit('full', head, 'First', change)
    expect(await hub.read('full')).toMatchObject({ head: id })
  })
})
