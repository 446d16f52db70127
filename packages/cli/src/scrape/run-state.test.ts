import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRunState, type RunState } from './run-state.ts'

const HOUR_MS = 3_600_000
const START = Date.parse('2026-06-01T12:00:00Z')
let clock: number
let removed: unknown[]
let drifts: unknown[]
let folder: string
beforeEach(async () => {
  clock = START
  removed = []
  drifts = []
  folder = await mkdtemp(join(tmpdir(), 'pauta-state-'))
})
afterEach(() => rm(folder, { recursive: true }))

type Stores = RunState['stores']
/** The stores, all of which a run outside of a stage has. */
type AllStores = { [Name in keyof Stores]-?: NonNullable<Stores[Name]> }

async function open(file: string | null = null) {
  const state = await openRunState(file, {
    now: () => new Date(clock),
    onRemoved: (message) => removed.push(message),
    onDrift: (drift) => drifts.push(drift),
  })
  const stores = state.stores as AllStores
  const findKnown = (agencyKey: string) => stores.findKnown(agencyKey, [] as never)
  return { ...state, stores, findKnown }
}
const message = (changes: object = {}) =>
  ({
    agencyKey: 'mec',
    url: 'https://a.br/1',
    uniqueId: 'a_1',
    title: 'T',
    category: null,
    publishedAt: '2026-06-01T09:00:00-03:00',
    content: 'abc',
    ...changes,
  }) as never

describe('sent articles', () => {
  it('are known under both of their addresses, with their text', async () => {
    const { recordSent, stores, findKnown } = await open()
    recordSent(message(), 'https://a.br/listed')
    expect(await findKnown('mec')).toEqual(
      new Map([
        ['https://a.br/listed', 'a_1'],
        ['https://a.br/1', 'a_1'],
      ]),
    )
    expect(await findKnown('ans')).toEqual(new Map())
    const texts = await stores.findTexts('mec', ['a_1', 'b_1'])
    expect([...texts].map(([id, { characters }]) => [id, characters])).toEqual([['a_1', 3]])
    const hash = texts.get('a_1')?.contentHash ?? ''
    expect(await stores.findSameText('mec', hash)).toBe('a_1')
    expect(await stores.findSameText('mec', 'other')).toBeUndefined()
    expect(await stores.findTexts('mec', ['b_1'])).toEqual(new Map())
  })

  it('of earlier versions of the file have an id alone', async () => {
    const file = join(folder, 'old.json')
    await writeFile(file, '{"known":{"mec":{"https://a.br/1":"a_1"}}}')
    const { stores, findKnown } = await open(file)
    expect(await findKnown('mec')).toEqual(new Map([['https://a.br/1', 'a_1']]))
    expect(await stores.findTexts('mec', ['a_1'])).toEqual(new Map())
  })

  it('are listed from a local day on, the newest first', async () => {
    const { recordSent, stores } = await open()
    recordSent(message({ uniqueId: 'old', publishedAt: '2026-06-01T02:59:59Z', url: 'o' }), 'o')
    recordSent(message({ uniqueId: 'first', publishedAt: '2026-06-01T03:00:00Z', url: 'f' }), 'f')
    recordSent(message({ uniqueId: 'last', url: 'l', category: 'c' }), 'l')
    const listed = await stores.removals.listRecent('mec', { start: '2026-06-01' } as never)
    expect(listed).toEqual([
      { uniqueId: 'last', url: 'l', title: 'T', category: 'c', isMissing: false, isRemoved: false },
      { uniqueId: 'first', url: 'f', title: 'T', category: null, isMissing: false, isRemoved: false },
    ])
  })

  it('count as removed when their page is missing for six hours, unless it returns', async () => {
    const { recordSent, stores } = await open()
    recordSent(message(), 'https://a.br/1')
    const record = (missing: string[], present: string[] = []) =>
      stores.removals.record('mec', { missing, present })
    expect(await record(['a_1'])).toEqual([])
    clock = START + 6 * HOUR_MS - 1
    expect(await record(['a_1'])).toEqual([])
    clock = START + 6 * HOUR_MS
    expect(await record(['b_1'])).toEqual([])
    expect(await record(['a_1'])).toEqual(['a_1'])
    expect(await record([], ['a_1'])).toEqual([])
    expect(await record(['a_1'])).toEqual([])
    const gone = { agencyKey: 'mec', uniqueId: 'a_1' }
    await stores.removals.emit(gone as never)
    expect(removed).toEqual([gone])
    const [listed] = await stores.removals.listRecent('mec', { start: '2026-06-01' } as never)
    expect([listed?.isMissing, listed?.isRemoved]).toEqual([true, true])
  })
})

describe('the memory of a run', () => {
  it('keeps the longest pause of a host', async () => {
    const { memory } = await open()
    const turn = (now: number) => memory.takeTurn('h', { now } as never)
    expect(await turn(0)).toEqual({ waitMilliseconds: 0, delayMilliseconds: 0 })
    await memory.endTurn('h', { delayMilliseconds: 5, openAt: 100 })
    await memory.savePause('h', { delayMilliseconds: 7, openAt: 50 })
    expect(await turn(40)).toEqual({ waitMilliseconds: 60, delayMilliseconds: 7 })
    expect(await turn(101)).toEqual({ waitMilliseconds: 0, delayMilliseconds: 7 })
  })

  it('asks for a missing feed again after seven days', async () => {
    const { hints } = (await open()).stores
    expect(await hints.isAbsent('f')).toBe(false)
    await hints.recordAbsent('f')
    clock = START + 168 * HOUR_MS - 1
    expect(await hints.isAbsent('f')).toBe(true)
    clock = START + 168 * HOUR_MS
    expect(await hints.isAbsent('f')).toBe(false)
  })

  it('keeps notes, progress and listings until they are removed', async () => {
    const { stores } = await open()
    await stores.addresses.save('mec', 'u', { a: 1 } as never)
    await stores.addresses.save('mec', 'v', { a: 2 } as never)
    await stores.addresses.save('mec', 'u', null)
    expect([...(await stores.addresses.list('mec')).keys()]).toEqual(['v'])
    await stores.saveProgress('mec', { day: 1 } as never)
    expect(await stores.loadProgress('mec')).toEqual({ day: 1 })
    await stores.saveProgress('mec', null)
    expect(await stores.loadProgress('mec')).toBeNull()
    await stores.drifts.saveListing('mec', 'l', { structures: ['s'], hadItems: true })
    expect(await stores.drifts.findListing('mec', 'l')).toEqual({ structures: ['s'], hadItems: true })
    expect(await stores.drifts.findListing('ans', 'l')).toBeNull()
    await stores.drifts.open('mec', { kind: 'no-items' } as never)
    expect(drifts).toEqual([{ kind: 'no-items' }])
  })
})

describe('the file of a run', () => {
  const file = () => join(folder, 'deep', 'state.json')

  it('has what the run remembers, also for the next one', async () => {
    const first = await open(file())
    first.recordSent(message(), 'https://a.br/1')
    await first.memory.saveValidators('p', { etag: 'e', lastModified: null })
    await first.memory.saveRobots('o', { text: 't', readAt: 1 })
    await first.memory.saveBreaker('s', { failures: 1, pauseMilliseconds: 2, openUntil: 3 })
    await first.save()
    const next = await open(file())
    expect(await next.findKnown('mec')).toEqual(new Map([['https://a.br/1', 'a_1']]))
    expect(await next.memory.findValidators('p')).toEqual({ etag: 'e', lastModified: null })
    expect(await next.memory.findRobots('o')).toEqual({ text: 't', readAt: 1 })
    expect(await next.memory.findBreaker('s')).toEqual({ failures: 1, pauseMilliseconds: 2, openUntil: 3 })
    expect(await next.memory.findBreaker('other')).toBeNull()
    expect(next.findSite('mec')).toBeUndefined()
  })

  it('keeps every field of the run before', async () => {
    const article = {
      uniqueId: 'a_1',
      title: 'T',
      category: 'C',
      publishedAt: '2026-06-01T09:00:00-03:00',
      characters: 3,
      contentHash: 'h',
      missedAt: 1,
      removedAt: 2,
    }
    const state = {
      known: { mec: { u: article } },
      notes: { mec: { n: { reason: 'undated' } } },
      progress: { mec: 'p' },
      listings: { 'mec u': { structures: ['a'], hadItems: true } },
      sites: {
        mec: { kind: 'feed', lastSuccessAt: null },
        ans: { kind: 'feed', lastSuccessAt: '2026-06-01T12:00:00.000Z' },
      },
      pages: { u: { etag: 'e', lastModified: 'l' } },
      absent: { u: 1 },
      robots: { o: { text: 't', readAt: 1 } },
      hosts: { h: { delayMilliseconds: 1, openAt: 2 } },
      breakers: { s: { failures: 1, pauseMilliseconds: 2, openUntil: 3 } },
    }
    const path = join(folder, 'before.json')
    await writeFile(path, JSON.stringify(state))
    const next = await open(path)
    expect(next.findSite('mec')).toEqual({ kind: 'feed', lastSuccessAt: null })
    expect(next.findSite('ans')).toEqual({ kind: 'feed', lastSuccessAt: new Date(START) })
    await next.save()
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(state)
  })

  it('keeps the last 2,000 addresses of an agency; one that is sent again is new', async () => {
    const state = await open(file())
    for (let at = 0; at < 2001; at++)
      state.recordSent(message({ uniqueId: `a_${at}`, url: `u${at}` }), `u${at}`)
    state.recordSent(message({ uniqueId: 'a_1', url: 'u1' }), 'u1')
    await state.save()
    const known = await (await open(file())).findKnown('mec')
    expect([known.size, known.has('u0'), known.has('u1'), known.has('u2')]).toEqual([2000, false, true, true])
  })

  it('that is damaged is named', async () => {
    const damaged = join(folder, 'damaged.json')
    await writeFile(damaged, '{"known":1}')
    await expect(open(damaged)).rejects.toThrow(`The file ${damaged} is damaged.`)
    await expect(open(folder)).rejects.toThrow(/EISDIR/)
  })

  it('is not written for a run without a file', async () => {
    const state = await open()
    await state.save()
    await expect(readFile(file())).rejects.toThrow(/ENOENT/)
  })
})
