import type { IndexSearch, SearchIndex } from '@pauta/core/search-index/client'
import { THEMES } from '@pauta/core/themes/catalogue'
import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../agent-event.ts'
import type { NameCatalogue } from '../names/catalogue.ts'
import { planRecortes } from './plan-recortes.ts'

const FRUITS =
  'abacaxi banana caju damasco framboesa goiaba jabuticaba laranja manga nectarina pitanga romã'.split(' ')

const HEALTH = { id: 'a', theme_l1_code: '03', theme_l1_label: 'Saúde' }

/** An index in which each word has this many articles of 30 days, all about health, of 100 in all; a theme has none. */
async function plan(prompt: string, found: Record<string, number>, agencies: NameCatalogue['agencies'] = []) {
  const searchAll = async (searches: readonly IndexSearch[]) =>
    searches.map(({ q = '', filter_by: filter = '' }) => {
      const count = filter.includes('theme') ? 0 : (found[q] ?? 0)
      return { found: count, hits: count > 0 ? [{ document: HEALTH }] : [] }
    })
  const index = {
    search: async () => ({ found: 100, facet_counts: [] }),
    searchAll,
  } as unknown as SearchIndex
  const events: AgentEvent[] = []
  const run = {
    prompt,
    index,
    readCatalogue: async () => ({ themes: [...THEMES], agencies, entities: [] }),
    now: new Date('2026-07-01T12:00:00Z'),
    signal: new AbortController().signal,
    isWanted: async () => true,
  }
  for await (const event of planRecortes(run)) events.push(event)
  const messages = events.flatMap((event) => ('message' in event ? [event.message] : []))
  const done = events.at(-1)
  if (done?.type !== 'done') throw new Error(JSON.stringify(done))
  return { events, messages, done }
}
const each = (words: readonly string[], count: number) =>
  Object.fromEntries(words.map((word) => [word, count]))
const countOf = (events: readonly AgentEvent[], type: AgentEvent['type']) =>
  events.filter((event) => event.type === type).length

describe('a plan', () => {
  it.each([
    [4, 4, 4],
    [6, 6, 5],
    [10, 10, 5],
    [12, 10, 5],
  ])('of %i subjects has %i recortes and %i samples', async (subjects, recortes, samples) => {
    const words = FRUITS.slice(0, subjects)
    const { events, messages, done } = await plan(words.join(', '), each(words, 5))
    expect(done.recortes.map(({ keywords }) => keywords[0])).toEqual(words.slice(0, recortes))
    expect(countOf(events, 'sampleResult')).toBe(samples)
    expect(
      messages.filter((message) => message.startsWith(`São ${subjects} assuntos; fico com os 10`)),
    ).toHaveLength(subjects > recortes ? 1 : 0)
    expect(done).toMatchObject({ iterations: 1, converged: true })
  })

  it('leaves out what the reader excludes, the first ten of at most 100 letters', async () => {
    const excluded = FRUITS.slice(1).join(' e ')
    const { messages, done } = await plan(`abacaxi, exceto ${excluded}`, each(FRUITS, 5))
    const [recorte] = done.recortes
    expect(recorte?.excludeKeywords).toEqual(FRUITS.slice(1, 11))
    expect(messages.join('\n')).toContain('Deixo de fora notícias com “banana”, “caju”')
    const long = 'x'.repeat(101)
    const cut = await plan(`abacaxi, exceto ${long} e banana`, each(FRUITS, 5))
    expect(cut.done.recortes[0]?.excludeKeywords).toEqual(['banana'])
    const whole = await plan(`abacaxi, exceto ${long.slice(1)}`, each(FRUITS, 5))
    expect(whole.done.recortes[0]?.excludeKeywords).toEqual([long.slice(1)])
  })

  it.each([
    ['abacaxi, menos o Abc', ['abc'], 'Deixo de fora notícias do órgão Instituto Abc.'],
    [
      'abacaxi, exceto o Abc e o Xyz',
      ['abc', 'xyz'],
      'Deixo de fora notícias dos órgãos Instituto Abc e Instituto Xyz.',
    ],
  ])('leaves out the agencies that “%s” names, and tells so once', async (prompt, excluded, message) => {
    const agencies = ['Abc', 'Xyz'].map((name) => ({
      key: name.toLowerCase(),
      name: `Instituto ${name}`,
      aliases: [name],
    }))
    // The adjustments of a broad recorte keep them.
    const { messages, done } = await plan(prompt, { abacaxi: 51 }, agencies)
    expect(done.iterations).toBe(6)
    expect(done.recortes[0]?.excludeAgencies).toEqual(excluded)
    expect(done.recortes[0]?.excludeKeywords).toBeUndefined()
    expect(messages.filter((one) => one.startsWith('Deixo de fora'))).toEqual([message])
  })

  it.each([
    [200, 200],
    [201, 200],
  ])('leaves out of %i agencies the first %i, as many as a recorte may have', async (named, kept) => {
    const keys = Array.from({ length: named }, (_, at) => `orgao${at}`)
    const agencies = keys.map((key) => ({ key, name: key, aliases: [] }))
    const { done } = await plan(`abacaxi, exceto ${keys.join(' e ')}`, { abacaxi: 5 }, agencies)
    expect(done.recortes[0]?.excludeAgencies).toEqual(keys.slice(0, kept))
  })

  it('tells of words without news, and waits for them', async () => {
    const { messages, done } = await plan('abacaxi, banana', { banana: 5 })
    expect(messages.join('\n')).toContain('As notícias ainda não têm “abacaxi”')
    expect(done).toMatchObject({ converged: false, recortes: [{ title: 'Abacaxi' }, { title: 'Banana' }] })
  })

  it('takes the words of a name for known ones, whether articles have them or not', async () => {
    const { messages } = await plan('meio ambiente', {})
    expect(messages.join('\n')).not.toContain('As notícias ainda não têm')
  })

  it('tells nothing of spellings, unknown words and exclusions where there are none', async () => {
    const { messages } = await plan('abacaxi', { abacaxi: 5 })
    expect(messages).toEqual(['Analisando o pedido', 'Entendi que você quer acompanhar “Abacaxi”.'])
  })

  it('has each recorte once', async () => {
    const { done } = await plan('abacaxi, Abacaxi, banana', each(FRUITS, 5))
    expect(done.recortes.map(({ title }) => title)).toEqual(['Abacaxi', 'Banana'])
  })

  it.each([
    ['one that captures little stays', 'abacaxi', { abacaxi: 50 }, 1, []],
    [
      // Two adjustments that undo each other would go on for ever.
      'adjustments end after six rounds',
      'abacaxi',
      { abacaxi: 51 },
      6,
      ['limitei', 'procuro só', 'limitei', 'procuro só', 'limitei'],
    ],
    [
      'a theme without news is searched by its words, once',
      'meio ambiente',
      { Meio: 5, Ambiente: 5 },
      2,
      ['procuro só'],
    ],
  ])('adjusts recortes: %s', async (_, prompt, found, iterations, adjustments) => {
    const { events, done } = await plan(prompt, found)
    const told = events.flatMap((event) => (event.type === 'adjusting' ? [event.message] : []))
    expect(told).toEqual(adjustments.map((words) => expect.stringContaining(words)))
    expect(done.iterations).toBe(iterations)
  })
})
