import { describe, expect, it } from 'vitest'
import { aShownRemoval } from '../../../../test/kit/rows/shown-changes.ts'
import { releaseText, type ChatRelease } from './release-text.ts'

const RELEASE: ChatRelease = {
  clippingName: 'Saúde',
  digestPreview: 'Prévia.',
  articlesCount: 2,
  articles: ['a', 'b'].map((uniqueId) => ({ uniqueId, title: uniqueId.toUpperCase(), url: null })),
  releaseUrl: 'https://p.example.org/r',
}
const REMOVAL = aShownRemoval()
const write = (release: Partial<ChatRelease>, maxCharacters = 4096) =>
  releaseText(
    { ...RELEASE, ...release },
    { maxCharacters, escape: (text) => text, bold: (text) => text, link: (_, text) => text },
  )

describe('a release in a chat', () => {
  const WHOLE = 'Saúde\n\nPrévia.\n\n• A\n• B\n\nVer a edição completa'
  const SHORTER = 'Saúde\n\nPrévia.\n\n• A\n\nE mais 1 notícia na edição completa'
  const SHORTEST = 'Saúde\n\nPrévia.\n\nE mais 2 notícias na edição completa'

  it('leaves out titles from the end until it fits, and nothing else', () => {
    const articles = RELEASE.articles.map((article) => ({ ...article, title: article.title.repeat(30) }))
    const long = (text: string) => text.replace('A', 'A'.repeat(30)).replace('B', 'B'.repeat(30))
    const lengths = [WHOLE, SHORTER].map((text) => long(text).length)
    for (const [length, text] of [
      [lengths[0], long(WHOLE)],
      [lengths[0]! - 1, long(SHORTER)],
      [lengths[1], long(SHORTER)],
      [lengths[1]! - 1, SHORTEST],
      [1, SHORTEST],
    ] as const)
      expect(write({ articles }, length)).toBe(text)
  })

  it('names its further articles, if there are any', () => {
    expect(write({})).toBe(WHOLE)
    expect(write({ articlesCount: 3 })).toContain('\n\nE mais 1 notícia na edição completa')
  })

  it('has changes that fill half of it, and no more', () => {
    const block = [
      'O que mudou em notícias já publicadas',
      '• Casos de dengue',
      'Retirada do ar pelo site em 1º de junho, às 8h',
    ].join('\n')
    const changes = [REMOVAL]
    expect(write({ changes }, 2 * block.length)).toContain(`\n\n${block}\n\n`)
    expect(write({ changes }, 2 * block.length - 1)).not.toContain('mudou')
  })

  it('has the titles of its recortes if all its articles are below two or more', () => {
    const sections = (...articleIds: string[][]) =>
      articleIds.map((ids, at) => ({ title: `R${at + 1}`, articleIds: ids }))
    expect(write({ sections: sections(['b'], ['a']) })).toContain('\n\nR1\n• B\n\nR2\n• A\n\n')
    const articles = [...RELEASE.articles, { uniqueId: 'c', title: 'C', url: null }]
    for (const plain of [
      sections(['a', 'b', 'c'], []),
      sections(['a', 'b', 'c'], ['z']),
      sections(['a'], ['b']),
    ])
      expect(write({ articles, sections: plain })).toContain('\n\n• A\n• B\n• C\n\n')
  })
})
