import { expect, it } from 'vitest'
import { renderHead, type PageHead } from './page-head.ts'

const head: PageHead = {
  title: 'Título & "aspas"',
  description: 'Uma\n descrição',
  address: 'https://api.example/artigos/a',
  siteName: 'Pauta',
  kind: 'article',
  image: null,
  feeds: [{ type: 'application/rss+xml', title: 'Notícias', href: 'https://api.example/feed' }],
  data: { name: '</script><!--' },
}

it('renders every element that search engines and social networks read', () => {
  expect(renderHead(head).split('\n')).toEqual([
    '<meta name="description" content="Uma descrição">',
    '<link rel="canonical" href="https://api.example/artigos/a">',
    '<meta property="og:title" content="Título &amp; &quot;aspas&quot;">',
    '<meta property="og:description" content="Uma descrição">',
    '<meta property="og:type" content="article">',
    '<meta property="og:url" content="https://api.example/artigos/a">',
    '<meta property="og:locale" content="pt_BR">',
    '<meta property="og:site_name" content="Pauta">',
    '<meta name="twitter:card" content="summary">',
    '<link rel="alternate" type="application/rss+xml" title="Notícias" href="https://api.example/feed">',
    String.raw`<script type="application/ld+json">{"name":"\u003c/script>\u003c!--"}</script>`,
  ])
})

it('names an image, and then shows a large card', () => {
  const lines = renderHead({ ...head, image: 'https://img.example/a.png' }).split('\n')
  expect(lines).toContain('<meta property="og:image" content="https://img.example/a.png">')
  expect(lines).toContain('<meta name="twitter:card" content="summary_large_image">')
})

it('cuts a description of more than 300 characters', () => {
  const words = (count: number) => `${'ab '.repeat(count - 1)}ab`
  expect(renderHead({ ...head, description: words(100) })).toContain(`content="${words(100)}"`)
  expect(renderHead({ ...head, description: words(101) })).not.toContain(`content="${words(101)}"`)
})
