import { describe, expect, it } from 'vitest'
import { rawEventFolder } from './envelope.ts'
import { replayEvents, type ReplayProgress } from './replay.ts'

const TOPIC = 'news.scraped'
const event = (id: string) =>
  JSON.stringify({
    specversion: '1.0',
    id,
    source: 'pauta',
    type: TOPIC,
    subject: id,
    time: '2026-06-01T12:00:00Z',
    datacontenttype: 'application/json',
    data: { unique_id: id, agency_key: 'mec', published_at: 'x', scraped_at: 'x' },
  })

/** A bucket with these texts by day and name, which is read in the order of its keys. */
function bucketOf(texts: Record<string, string | undefined>) {
  const keys = Object.keys(texts).map((name) => {
    const [day = '', id = ''] = name.split('/')
    return [`${rawEventFolder(TOPIC, day)}${id}.json`, texts[name]] as const
  })
  const all = new Map<string, string | undefined>(keys)
  const sorted = [...all.keys()].sort()
  const sent: string[][] = []
  const saved: ReplayProgress[] = []
  const stop = new AbortController()
  const dependencies = {
    storage: {
      list: async (folder: string, { after = '', limit }: { after?: string | undefined; limit: number }) =>
        sorted.filter((key) => key.startsWith(folder) && key > after).slice(0, limit),
      find: async (key: string) => all.get(key),
    } as never,
    send: async (bodies: readonly string[]) =>
      void sent.push(bodies.map((body) => (JSON.parse(body) as { id: string }).id)),
    save: async (progress: ReplayProgress) => void saved.push(structuredClone(progress)),
    signal: stop.signal,
  }
  const run = (progress: unknown = null, startDate = '2026-06-01', endDate = '2026-06-03') =>
    replayEvents({ topic: TOPIC, startDate, endDate, progress }, dependencies)
  return { run, sent, saved, stop }
}
const key = (day: string, id: string) => `${rawEventFolder(TOPIC, day)}${id}.json`

describe('a replay', () => {
  it('sends the events of its days in their order, both ends included', async () => {
    const days = ['2026-05-31/a', '2026-06-01/c', '2026-06-01/b', '2026-06-03/d', '2026-06-04/e']
    const { run, sent, saved } = bucketOf(
      Object.fromEntries(days.map((name) => [name, event(name.slice(-1))])),
    )
    expect(await run()).toMatchObject({ complete: true, sent: 3, unreadable: 0, problems: [] })
    expect(sent).toEqual([['b', 'c'], ['d']])
    expect(saved.map(({ day, after, sent }) => [day, after, sent])).toEqual([
      ['2026-06-01', key('2026-06-01', 'c'), 2],
      ['2026-06-03', key('2026-06-03', 'd'), 3],
    ])
  })

  it('continues after the last event that an earlier attempt sent, with its counts', async () => {
    const names = ['2026-06-01/a', '2026-06-02/b', '2026-06-02/c', '2026-06-03/d']
    const { run, sent } = bucketOf(Object.fromEntries(names.map((name) => [name, event(name.slice(-1))])))
    const after = key('2026-06-02', 'b')
    const problems = [{ key: 'x', reason: 'y' }]
    const progress = { day: '2026-06-02', after, sent: 7, unreadable: 1, problems }
    expect(await run(progress)).toMatchObject({ sent: 9, unreadable: 1, problems })
    expect(sent).toEqual([['c'], ['d']])
  })

  it('sends a hundred events at once', async () => {
    const names = Array.from({ length: 101 }, (_, n) => `2026-06-01/${String(n).padStart(3, '0')}`)
    const { run, sent } = bucketOf(Object.fromEntries(names.map((name) => [name, event(name)])))
    expect(await run()).toMatchObject({ sent: 101 })
    expect(sent.map(({ length }) => length)).toEqual([100, 1])
  })

  it('skips and counts what is no event, and tells the first twenty', async () => {
    const bad = Array.from({ length: 21 }, (_, n) => [
      `2026-06-01/${String(n).padStart(2, '0')}`,
      n === 0 ? undefined : 'x',
    ])
    const { run, sent } = bucketOf({ ...Object.fromEntries(bad), '2026-06-01/z': event('z') })
    const { unreadable, problems } = await run()
    expect([unreadable, problems.length, problems[0]?.key]).toEqual([21, 20, key('2026-06-01', '00')])
    expect(sent).toEqual([['z']])
    for (const { reason } of problems) expect(reason).toMatch(/^.{1,200}$/)
  })

  it('tells the first 200 characters of a reason', async () => {
    const { problems } = await bucketOf({ '2026-06-01/a': '{}' }).run()
    expect(problems[0]?.reason).toMatch(/^[A-Z]\w*Error: /)
    expect(problems[0]?.reason).toHaveLength(200)
  })

  it('ends before the next batch when it is stopped', async () => {
    const { run, sent, stop } = bucketOf({ '2026-06-01/a': event('a') })
    stop.abort()
    expect(await run()).toMatchObject({ complete: false, day: '2026-06-01', sent: 0 })
    expect(sent).toEqual([])
  })
})
