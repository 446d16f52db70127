import { expect, it } from 'vitest'
import { writeSnippet } from './write-snippet.ts'

it('writes the chosen filter and escapes it', () => {
  const choice = {
    agencies: ['saude', 'a"b'],
    themes: ['03'],
    filter: 'q=a&sort=views',
    limit: 5,
    layout: 'cards',
  } as const
  expect(writeSnippet(choice, 'https://api.example')).toBe(
    '<script src="https://api.example/widget.js" async></script>\n' +
      '<pauta-news agencies="saude,a&quot;b" themes="03" filter="q=a&amp;sort=views" limit="5" layout="cards"></pauta-news>',
  )
})
