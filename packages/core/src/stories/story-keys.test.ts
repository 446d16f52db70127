import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listBands, searchedKeys, storyKeys } from './story-keys.ts'
import { readStoryText } from './story-text.ts'

const DAY_MS = 86_400_000
const text = readStoryText({
  title: 'Ministério da Saúde anuncia 1.200 vagas em Manaus',
  content: 'O Ministério da Saúde anunciou nesta segunda 1.200 vagas para médicos em Manaus, no Amazonas.',
})
const bands = listBands(text)
const day = (days: number) => new Date(days * DAY_MS)
const digest = (numbers: readonly number[]) =>
  createHash('sha256').update(numbers.join(' ')).digest('hex').slice(0, 16)

describe('the keys of a story', () => {
  it('are those of the stored articles: other keys need another STORY_VERSION', () => {
    expect([bands.length, digest(bands)]).toEqual([32, '7a2de1dd7b35a5f6'])
    expect(digest(storyKeys(bands, day(20_000)))).toBe('47bcd316837bc157')
  })

  it('are equal within seven days, and searched in the seven days before and after', () => {
    // 2,857 spans of seven days begin on day 19,999.
    const keys = storyKeys(bands, day(19_999))
    expect(storyKeys(bands, day(20_005.9))).toEqual(keys)
    const finds = (days: number) => searchedKeys(bands, day(days)).some((key) => keys.includes(key))
    expect([finds(19_991.9), finds(19_992), finds(20_012.9), finds(20_013)]).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('are none of a part without words', () => {
    const empty = { ...text, shingles: [], lead: [], titleStems: [] } as never
    expect(listBands(empty)).toEqual([])
    expect(listBands({ ...text, lead: new Set(), titleStems: new Set() } as never)).toHaveLength(16)
  })
})
