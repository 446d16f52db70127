import { describe, expect, it } from 'vitest'
import { readApiArticle } from './item.ts'

const NORM = 'https://www.gov.br/pesca/pt-br/noticias/norma'

describe('the rules of an article', () => {
  const rulesOf = (item: object) =>
    readApiArticle({ '@id': NORM, title: 'Norma sobre redes', ...item }, NORM).rules

  it('name the field that each value comes from', () => {
    const item = {
      effective: '2026-03-15T10:00:00-03:00',
      modified: '2026-03-15T10:05:00-03:00',
      description: 'Resumo',
      Subject: ['Pesca'],
      preview_image: '@@images/p.jpg',
      blocks: {
        '0': { '@type': 'slate', plaintext: 'Veja as redes' },
        '1': { '@type': 'video', url: 'https://www.youtube.com/watch?v=abc' },
      },
      blocks_layout: { items: ['0', '1'] },
    }
    expect(rulesOf(item)).toEqual({
      title: 'title',
      publishedAt: 'effective',
      updatedAt: 'modified',
      subtitle: 'description',
      category: 'Subject',
      tags: 'Subject',
      imageUrl: 'preview_image',
      videoUrl: 'video block',
      body: 'blocks',
    })
  })

  it('name nothing for what the article lacks', () => {
    expect(rulesOf({})).toStrictEqual({ title: 'title' })
  })

  it('name no field for the one category that says there is none', () => {
    expect(rulesOf({ Subject: ['No category'] })).toEqual({ title: 'title', tags: 'Subject' })
  })
})

describe('an object of the API', () => {
  it.each([
    ['without an address', { title: 'Um' }],
    ['without a title', { '@id': NORM, title: ' ' }],
    ['of another type', { '@id': NORM, title: 'Um', '@type': 'Folder' }],
    ['that is none', 'Um'],
  ])('%s is no article', (_, item) => {
    expect(() => readApiArticle(item, NORM)).toThrow(expect.objectContaining({ kind: 'empty_content' }))
  })

  it('has its title as its heading, and the first scale of its picture where no scale is large', () => {
    const scales = { preview: { download: '@@images/p.jpg' }, mini: { download: '@@images/m.jpg' } }
    const article = readApiArticle({ '@id': NORM, title: 'Um', image: { scales } }, NORM)
    expect(article).toMatchObject({ heading: 'Um', imageUrl: `${NORM}/@@images/p.jpg` })
  })
})
