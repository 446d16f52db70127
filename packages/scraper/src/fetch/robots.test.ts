import { describe, expect, it } from 'vitest'
import { ScrapeError } from '../errors.ts'
import { createMemory } from './ports.ts'
import { RobotsGate } from './robots.ts'

const ADDRESS = 'https://www.gov.br/mec/a'
const DAY = 24 * 60 * 60_000

function gateOf(answer: () => Promise<string | null>) {
  const kept = createMemory()
  let reads = 0
  const memory = {
    ...kept,
    findRobots: async (origin: string) => {
      reads++
      return await kept.findRobots(origin)
    },
  }
  const asked: string[] = []
  let now = 1
  const gate = new RobotsGate({
    memory,
    clock: { now: () => now, sleep: async () => undefined, random: () => 0 },
    agent: 'Pauta',
    read: async (address) => {
      asked.push(address)
      return await answer()
    },
  })
  return { asked, gate, countReads: () => reads, pass: (milliseconds: number) => void (now += milliseconds) }
}

describe('robots.txt', () => {
  it('decides what may be asked, and how often', async () => {
    const { gate } = gateOf(async () => 'User-agent: Pauta\nCrawl-delay: 7\nDisallow: /mec/b')
    expect(await gate.rulesFor(ADDRESS)).toEqual({ isAllowed: true, crawlDelayMilliseconds: 7000 })
    expect((await gate.rulesFor('https://www.gov.br/mec/b')).isAllowed).toBe(false)
  })

  it('allows everything when there is none', async () => {
    const { gate } = gateOf(async () => null)
    expect(await gate.rulesFor(ADDRESS)).toEqual({ isAllowed: true, crawlDelayMilliseconds: 0 })
  })

  it('is read once by requests at the same time, and again after a day', async () => {
    const { gate, asked, pass } = gateOf(async () => '')
    await Promise.all([gate.rulesFor(ADDRESS), gate.rulesFor(ADDRESS)])
    pass(DAY - 1)
    await gate.rulesFor(ADDRESS)
    expect(asked).toEqual(['https://www.gov.br/robots.txt'])
    pass(1)
    await gate.rulesFor(ADDRESS)
    expect(asked).toHaveLength(2)
  })

  it('is looked up in the store once per origin', async () => {
    const { gate, countReads } = gateOf(async () => '')
    for (const host of ['a', 'b', 'a', 'b']) await gate.rulesFor(`https://${host}.gov.br/mec`)
    expect(countReads()).toBe(2)
  })

  it('counts as it was while it cannot be read, and is asked for again', async () => {
    let answer = async (): Promise<string> => 'User-agent: *\nDisallow: /'
    const { gate, asked, pass } = gateOf(() => answer())
    await gate.rulesFor(ADDRESS)
    pass(DAY)
    answer = () => Promise.reject(new ScrapeError('network_error', 'time-out'))
    expect((await gate.rulesFor(ADDRESS)).isAllowed).toBe(false)
    answer = async () => ''
    expect((await gate.rulesFor(ADDRESS)).isAllowed).toBe(true)
    expect(asked).toHaveLength(3)
    pass(DAY)
    answer = () => Promise.reject(new TypeError('of our own'))
    await expect(gate.rulesFor(ADDRESS)).rejects.toThrow(TypeError)
  })

  it('forbids everything while it was never read', async () => {
    const { gate } = gateOf(() => Promise.reject(new ScrapeError('network_error', 'time-out')))
    await expect(gate.rulesFor(ADDRESS)).rejects.toMatchObject({ kind: 'network_error' })
  })

  it('is read up to 500 KiB', async () => {
    const rule = '\nUser-agent: *\nDisallow: /'
    const of = (length: number) => gateOf(async () => `#${'x'.repeat(length - rule.length - 1)}${rule}`).gate
    expect((await of(500 * 1024).rulesFor(ADDRESS)).isAllowed).toBe(false)
    expect((await of(500 * 1024 + 1).rulesFor(ADDRESS)).isAllowed).toBe(true)
  })
})
