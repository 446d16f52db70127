import { expect, it } from 'vitest'
import { listEvents, type RowChange } from './list-events.ts'

const before: RowChange['after'] = {
  uniqueId: 'a',
  agencyKey: 'mec',
  title: 'Casos de dengue',
  subtitle: 'Em Belém',
  content: 'Foram 1.200 casos.',
  imageUrl: 'https://a.br/1.jpg',
  publishedAt: new Date('2026-06-01T12:00:00Z'),
  sourceUpdatedAt: new Date('2026-06-01T13:00:00Z'),
  contentHash: 'x',
  versionAt: new Date('2026-06-01T14:00:00Z'),
  category: 'Notícias',
  tags: ['dengue'],
  mostSpecificThemeCode: '03',
}

it.each<[Partial<RowChange['after']>, string[]]>([
  [{}, []],
  [{ title: 'Casos de zika' }, ['edited']],
  [{ subtitle: null }, ['edited']],
  [{ content: 'Foram 1.500 casos.' }, ['edited']],
  [{ imageUrl: null }, ['edited']],
  [{ publishedAt: new Date('2026-06-02T12:00:00Z') }, ['edited']],
  [{ agencyKey: 'saude' }, ['relabelled']],
  [{ category: null }, ['relabelled']],
  [{ tags: ['dengue', 'zika'] }, ['relabelled']],
  [{ mostSpecificThemeCode: '03.02' }, ['relabelled']],
  [{ sourceUpdatedAt: null, contentHash: 'y', versionAt: null }, []],
  [{ title: 'Casos de zika', tags: [] }, ['edited', 'relabelled']],
])('a write of %j is %j', (changes, kinds) => {
  const after = { ...before, ...changes }
  const events = listEvents({ before, after }, 'scraper')
  expect(events.map(({ kind }) => kind)).toEqual(kinds)
  const { uniqueId, agencyKey, contentHash } = after
  for (const event of events)
    expect(event).toMatchObject({ uniqueId, agencyKey, contentHash, seenBy: 'scraper' })
})

it('an edit has the whole version that it replaced', () => {
  const [event] = listEvents({ before, after: { ...before, title: 'Outro' } }, 'import')
  const { uniqueId: _, agencyKey: _agency, category, tags, mostSpecificThemeCode, ...replaced } = before
  expect([category, tags, mostSpecificThemeCode]).toEqual(['Notícias', ['dengue'], '03'])
  expect(event).toEqual({
    uniqueId: 'a',
    agencyKey: 'mec',
    seenBy: 'import',
    contentHash: 'x',
    kind: 'edited',
    edit: { replaced, grade: 'meaning', reason: 'outro título: “Casos de dengue” → “Outro”' },
  })
})

it('a new article has appeared, and nothing else', () => {
  expect(listEvents({ before: undefined, after: before }, 'scraper')).toEqual([
    { uniqueId: 'a', agencyKey: 'mec', seenBy: 'scraper', contentHash: 'x', kind: 'appeared' },
  ])
})
