import { describe, expect, it } from 'vitest'
import { readPloneListing } from './listing.ts'
import { wrongInListing, tile, type ListingRow } from '../../test-pages/small-pages.ts'

const ROWS: ListingRow[] = [
  [
    'addresses are cleaned',
    [
      '<article class="tileItem"><a class="summary url" href="http://www.gov.br/pesca/pt-br/noticias/a/view">T</a></article><article class="tileItem"><a class="summary url" href="/pesca/pt-br/noticias/b/?utm_source=x&fbclid=1#topo">T</a></article><article class="tileItem"><a class="summary url" href="/pesca/pt-br/noticias/c?id=3&utm_medium=y">T</a></article>',
    ],
    {
      items: [
        { url: 'https://www.gov.br/pesca/pt-br/noticias/a' },
        { url: 'https://www.gov.br/pesca/pt-br/noticias/b' },
        { url: 'https://www.gov.br/pesca/pt-br/noticias/c?id=3' },
      ],
    },
  ],
  [
    'base element',
    `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>Notícias</title><base href="https://www.gov.br/pesca/pt-br/assuntos/noticias/"></head><body><div id="content"><h1>Notícias</h1><div id="content-core">
<article class="tileItem"><h2><a class="summary url" href="primeira">Primeira</a></h2><p class="tileBody"><span class="description">Resumo.</span></p><span class="documentByLine">publicado 10/03/2026 14h30</span></article>
<article class="tileItem"><h2><a class="summary url" href="../segunda">Segunda</a></h2><p class="tileBody"><span class="description">Resumo.</span></p><span class="documentByLine">publicado 10/03/2026 14h30</span></article>
</div></div></body></html>`,
    {
      items: [
        { url: 'https://www.gov.br/pesca/pt-br/assuntos/noticias/primeira' },
        { url: 'https://www.gov.br/pesca/pt-br/assuntos/segunda' },
      ],
    },
  ],
  [
    'base element of another host does not count',
    `<base href="https://exemplo.org/"><div id="content">${tile('a', 'A').replace(/href="[^"]*"/, 'href="a"')}</div>`,
    { items: [{ url: 'https://www.gov.br/pesca/pt-br/noticias/a' }] },
  ],
  [
    'category that names none',
    [tile('a', 'A', '10/03/2026', 'No Category'), tile('b', 'B', '10/03/2026', 'Ensino')],
    { items: [{ category: undefined }, { category: 'Ensino' }] },
  ],
  [
    'entries without an address of a page',
    [
      tile('a', 'A').replace(/href="[^"]*"/, 'href="#a"'),
      tile('b', 'B').replace(/href="[^"]*"/, 'href="mailto:a@b.c"'),
      tile('c', 'C'),
    ],
    { items: [{ title: 'C' }], nextUrl: 'https://www.gov.br/pesca/pt-br/noticias?b_start:int=3' },
  ],
  ...(
    [
      ['?b_start:int=20', 22],
      ['?b_start=20', 22],
      ['?b_start:int=1', 3],
      ['?b_start:int=-1', 2],
      ['?b_start:int=x', 2],
    ] as const
  ).map(([query, next]): ListingRow => [
    `next page behind ${query}`,
    [tile('a', 'A'), tile('b', 'B')],
    { nextUrl: `https://www.gov.br/pesca/pt-br/noticias?b_start:int=${next}` },
    { url: `https://www.gov.br/pesca/pt-br/noticias${query}` },
  ]),
  [
    'configured query is dropped',
    [tile('a', 'A')],
    { nextUrl: 'https://www.gov.br/pesca/pt-br/noticias?b_start:int=1' },
    { url: 'https://www.gov.br/pesca/pt-br/noticias/?b_start:int=0' },
  ],
  [
    'dates',
    [
      '<article class="tileItem"><a class="summary url" href="/n/0">T</a><span class="documentByLine">01/03/2026 8h05</span><p>09/09/2009</p></article><article class="tileItem"><a class="summary url" href="/n/1">T</a><span class="data">02/03/2026</span></article><article class="tileItem"><a class="summary url" href="/n/2">T</a><time datetime="2026-03-04T01:00:00Z">x</time></article><article class="tileItem"><a class="summary url" href="/n/3">T</a><div class="news-timestamp">04/03/2026 18:00</div></article><article class="tileItem"><a class="summary url" href="/n/4">T</a><p>32/13/2026</p></article><article class="tileItem"><a class="summary url" href="/n/5">T</a><p>sem data</p></article><article class="tileItem"><a class="summary url" href="/n/6">T</a><p>Publicada em 05/03/2026 às 7h</p></article>',
    ],
    {
      items: [
        { date: '2026-03-01' },
        { date: '2026-03-02' },
        { date: '2026-03-03' },
        { date: '2026-03-04' },
        { date: null },
        { date: null },
        { date: '2026-03-05' },
      ],
    },
  ],
  [
    'entries',
    [
      '<div class="entries"><article class="entry"><header><span class="summary"><a class="url" href="https://www.gov.br/pesca/pt-br/noticias/plana">Plana</a></span></header><div class="documentByLine">última modificação 10/03/2026 9h05</div></article></div>',
    ],
    { items: [{ title: 'Plana', url: 'https://www.gov.br/pesca/pt-br/noticias/plana', date: '2026-03-10' }] },
  ],
  [
    'first structure wins',
    [
      tile('tile', 'Tile'),
      '<div class="entries"><article class="entry"><a href="/b">Entrada</a></article></div>',
    ],
    { items: [{ title: 'Tile', url: 'https://www.gov.br/pesca/pt-br/noticias/tile' }] },
  ],
  [
    'heading link before category link',
    `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>Notícias</title></head><body><div id="content"><ul class="noticias"><li><a class="categoria" href="https://www.gov.br/pesca/pt-br/noticias?categoria=rios">Rios</a><h2 class="titulo"><a href="https://www.gov.br/pesca/pt-br/noticias/primeira">Primeira</a></h2></li></ul></div></body></html>`,
    { items: [{ title: 'Primeira', url: 'https://www.gov.br/pesca/pt-br/noticias/primeira' }] },
  ],
  [
    'items',
    [
      '<div class="item"><a href="/pesca/pt-br/noticias/item"><img src="x.jpg"></a><a class="btn-share" href="/share">Partilhar</a><a href="/pesca/pt-br/noticias/item">Item</a><p>10/03/2026 09:05</p></div><div class="item">sem link</div>',
    ],
    {
      items: [{ title: 'Item', url: 'https://www.gov.br/pesca/pt-br/noticias/item', date: '2026-03-10' }],
      nextUrl: 'https://www.gov.br/pesca/pt-br/noticias?b_start:int=1',
    },
  ],
  [
    'link to the page itself is skipped',
    [
      '<article class="tileItem"><h2><a class="summary url" href="#topo">Voltar ao topo</a></h2><p class="tileBody"><span class="description">Resumo.</span></p><span class="documentByLine">publicado 10/03/2026 14h30</span></article>',
      '<article class="tileItem"><h2><a class="summary url" href="https://www.gov.br/pesca/pt-br/noticias/primeira">Primeira</a></h2><p class="tileBody"><span class="description">Resumo.</span></p><span class="documentByLine">publicado 10/03/2026 14h30</span></article>',
    ],
    { items: [{ url: 'https://www.gov.br/pesca/pt-br/noticias/primeira' }] },
  ],
  [
    'news list',
    [
      '<ul class="noticias listagem-noticias-com-foto"><li><div class="subtitulo-noticia">Cursos</div><h2 class="titulo"><a href="/pesca/pt-br/noticias/com-foto">Com foto</a></h2><span class="data">10/03/2026</span><div class="subject-noticia"><a class="link-category" href="/x">pesca</a></div></li><li><h2 class="titulo"><a href="/pesca/pt-br/noticias/outra">Outra</a></h2><span class="data">9/3/2026</span></li></ul>',
    ],
    {
      items: [
        {
          title: 'Com foto',
          url: 'https://www.gov.br/pesca/pt-br/noticias/com-foto',
          date: '2026-03-10',
          category: 'Cursos',
          tags: ['pesca'],
        },
        { title: 'Outra', url: 'https://www.gov.br/pesca/pt-br/noticias/outra', date: '2026-03-09' },
      ],
    },
  ],
  [
    'offset grows',
    [tile('a', 'A'), tile('b', 'B')],
    { nextUrl: 'https://www.gov.br/pesca/pt-br/noticias?b_start:int=32' },
    { url: 'https://www.gov.br/pesca/pt-br/noticias?b_start:int=30' },
  ],
  [
    'repeats are dropped',
    [tile('a', 'A'), tile('b', 'B'), tile('a', 'A')],
    {
      items: [{ title: 'A' }, { title: 'B' }],
      nextUrl: 'https://www.gov.br/pesca/pt-br/noticias?b_start:int=3',
    },
  ],
  [
    'tiles',
    [tile('primeira', 'Primeira', '10/03/2026', ' Ensino '), tile('segunda', 'Segunda', '09/03/2026')],
    {
      items: [
        {
          title: 'Primeira',
          url: 'https://www.gov.br/pesca/pt-br/noticias/primeira',
          date: '2026-03-10',
          category: 'Ensino',
        },
        { title: 'Segunda', url: 'https://www.gov.br/pesca/pt-br/noticias/segunda', date: '2026-03-09' },
      ],
      nextUrl: 'https://www.gov.br/pesca/pt-br/noticias?b_start:int=2',
    },
  ],
  [
    'summary view of Plone 5',
    [
      '<section><article class="entry"><header><span class="summary"><a class="contenttype-news-item state-published url" href="/pesca/pt-br/noticias/a" title="Notícia">A</a></span><div class="documentByLine"><span class="documentPublished"><span>publicado</span> 10/03/2026 14h30</span></div></header><p class="description">Resumo.</p></article></section>',
    ],
    { items: [{ title: 'A', url: 'https://www.gov.br/pesca/pt-br/noticias/a', date: '2026-03-10' }] },
  ],
  [
    'standard view of Plone 4',
    [
      '<dl><dt class="contenttype-news-item"><span class="summary"><a class="state-published url" href="/pesca/pt-br/noticias/a">A</a></span><span class="documentByLine">publicado 10/03/2026 — última modificação 11/03/2026</span></dt><dd><span class="description">Resumo.</span></dd></dl>',
    ],
    { items: [{ title: 'A', url: 'https://www.gov.br/pesca/pt-br/noticias/a', date: '2026-03-10' }] },
  ],
  [
    'tabular view',
    [
      '<table class="listing"><thead><tr><th>Título</th><th><a href="?sort_on=modified">Data</a></th></tr></thead><tbody><tr><td><a class="contenttype-news-item" href="/pesca/pt-br/noticias/a">A</a></td><td>10/03/2026 14h30</td></tr></tbody></table>',
    ],
    { items: [{ title: 'A', url: 'https://www.gov.br/pesca/pt-br/noticias/a', date: '2026-03-10' }] },
  ],
  [
    'without link is skipped',
    ['<article class="tileItem"><h2>Sem link</h2></article>', tile('boa', 'Boa')],
    { items: [{ title: 'Boa' }], nextUrl: 'https://www.gov.br/pesca/pt-br/noticias?b_start:int=2' },
  ],
]

/** What an entry of a summary view shows, and its fields. Each rule stands behind what a weaker one would find. */
const ENTRY_ROWS = (
  [
    ['<h2><a href="/n/b">Outro</a></h2><a class="summary url" href="/n/a">Curso</a>', {}],
    [
      '<a class="summary" href="/n/b">Outro</a><span class="summary"><a class="url" href="/n/a">Curso</a></span>',
      {},
    ],
    ['<h2><a href="/n/b">Outro</a></h2><a class="summary" href="/n/a">Curso</a>', {}],
    ['<a class="summary url" href="/n/b"><img></a><a class="summary url" href="/n/a">Curso</a>', {}],
    ...['h1', 'h2', 'h3', 'h4'].map((name) => [
      `<a href="/n/b">Outro</a><${name}><a href="/n/a">Curso</a></${name}>`,
      {},
    ]),
    ['<h5><a href="/n/a">Curso</a></h5><p><a href="/n/b">Outro</a></p>', {}],
    ['<h2><a href="/n/b"><img></a></h2><a href="/n/a">Curso</a>', {}],
    ...['btn-share', 'social', 'nav-link', 'menu', 'button', 'Icon'].map((name) => [
      `<h2><a class="x ${name}" href="/n/b">Outro</a></h2><a class="x" href="/n/a">Curso</a>`,
      {},
    ]),
    ...(
      [
        ['<time datetime="2026-03-01">x</time>', '<span class="documentByLine">publicado 10/03/2026</span>'],
        ['<span class="data">01/03/2026</span>', '<div class="documentByLine">publicado 10/03/2026</div>'],
        ['<time datetime="2026-03-01">x</time>', '<span class="data">10/03/2026</span>'],
        ['<span class="date">01/03/2026</span>', '<time datetime="2026-03-10T12:00:00Z">x</time>'],
        ['<span class="date">01/03/2026</span>', '<time datetime="10/03/2026">x</time>'],
        ['<time datetime="ontem">x</time>', '<time datetime="2026-03-10T12:00:00Z">x</time>'],
        ['<span class="documentByLine">ontem</span>', '<span class="data">10/03/2026</span>'],
        ...['date', 'data-da-noticia', 'published', 'publicado', 'timestamp'].map((name) => [
          '<p>01/03/2026</p>',
          `<p class="x ${name}">10/03/2026</p>`,
        ]),
        ['<p class="date">ontem</p>', '<p class="date">10/03/2026</p>'],
      ] as const
    ).map(([other, right]) => [`<a href="/n/a">Curso</a>${other}${right}`, { date: '2026-03-10' }]),
    ...(
      [
        ['<div class="subtitulo-noticia">Outra</div>', '<span class="subtitle">Ensino</span>'],
        ['<div class="categoria-noticia">Outra</div>', '<div class="subtitulo-noticia">Ensino</div>'],
        ['<span class="subtitle"> </span>', '<div class="categoria-noticia">Ensino</div>'],
        ['<span class="subtitle">No category</span>', '<div class="categoria-noticia">Ensino</div>'],
      ] as const
    ).map(([other, right]) => [`<a href="/n/a">Curso</a>${other}${right}`, { category: 'Ensino' }]),
    ...['keywords', 'subject-noticia'].map((name) => [
      `<a href="/n/a">Curso</a><div class="${name}"><a class="link-category" href="/x">rios</a><a href="/y">y</a></div>`,
      { tags: ['rios'] },
    ]),
  ] as [string, object][]
).map(([html, fields]): ListingRow => [
  `entry of ${html}`,
  [`<article class="tileItem">${html}</article>`],
  { items: [{ title: 'Curso', url: 'https://www.gov.br/n/a', ...fields }] },
])

describe('listing of a classic site', () => {
  it.each([...ROWS, ...ENTRY_ROWS])('%s', (_, page, expected, options) => {
    expect(wrongInListing(page, expected, options)).toEqual([])
  })

  it('has entries whose titles are words of a challenge', () => {
    expect(wrongInListing([tile('a', 'Just a moment')], { items: [{ title: 'Just a moment' }] })).toEqual([])
  })

  it('takes the link of a page before that of its category', () => {
    const links = '<a class="summary" href="/b">Ensino</a><a class="summary url" href="/a">Curso</a>'
    const entry = `<article class="tileItem">${links}</article>`
    expect(wrongInListing([entry], { items: [{ title: 'Curso' }] })).toEqual([])
  })

  it('leaves out an entry all of whose links are buttons', () => {
    const entry = '<article class="tileItem"><a class="btn-share" href="/n/a">Curso</a></article>'
    expect(wrongInListing([entry], { items: [] })).toEqual([])
  })
})

/** The structures, the strongest first, each with one entry. */
const STRUCTURES: [string, string][] = [
  ['article.tileItem', '<article class="tileItem">LINK</article>'],
  ['div.tileItem', '<div class="tileItem">LINK</div>'],
  ['ul.noticias', '<ul class="noticias"><li>LINK</li></ul>'],
  ['div.entries', '<div class="entries"><article class="entry">LINK</article></div>'],
  ['div.item', '<div class="item">LINK</div>'],
  ['article.entry', '<article class="entry">LINK</article>'],
  ['dt', '<dl><dt><span class="summary">LINK</span></dt><dt><span class="summary">Sem</span></dt></dl>'],
  [
    'table.listing',
    '<table class="listing"><tbody><tr><td>LINK</td></tr><tr><td>Sem</td></tr></tbody></table>',
  ],
]

describe('the structure of a listing', () => {
  const address = 'https://www.gov.br/pesca/pt-br/noticias'
  const read = (html: string) => readPloneListing(html, address)
  const link = (name: string) =>
    `<h2><a href="/pesca/pt-br/noticias/${name}">Curso de redes abre inscrições em Manaus</a></h2>`

  const entry = (name: string) => `<section>${link(name)}<p>10/03/2026</p></section>`

  it.each(STRUCTURES.map(([name, html], at) => ({ name, html, next: STRUCTURES[at + 1]?.[1] ?? '' })))(
    'is $name before the next one',
    ({ name, html, next }) => {
      const link = (name: string) => `<a href="/pesca/pt-br/noticias/${name}">Curso</a>`
      const content = next.replace('LINK', link('b')) + html.replace('LINK', link('a'))
      const { structure, found, items } = read(`<div id="content-core">${content}</div>`)
      expect({ structure, found, urls: items.map(({ url }) => url) }).toEqual({
        structure: name,
        found: 1,
        urls: ['https://www.gov.br/pesca/pt-br/noticias/a'],
      })
    },
  )

  it.each([
    'Atualmente não existem itens nessa pasta.',
    'Não há notícias.',
    'Nao existem conteúdos.',
    'Não há conteudo.',
    'Nenhuma notícia encontrada.',
    'Nenhum item encontrado.',
    'Nenhum resultado.',
  ])('is none where the page says “%s”', (text) => {
    const entries = `${entry('a')}${entry('b')}${entry('c')}`
    for (const [start, end] of [
      ['<div id="content-core">', '</div>'],
      ['<div id="content">', '</div>'],
      ['<main>', '</main>'],
    ])
      expect(read(`${start}${text}${entries}${end}`)).toMatchObject({ structure: null, found: 0 })
    expect(read(`<p>${text}</p><main>${entries}</main>`)).toMatchObject({ structure: 'general', found: 3 })
  })

  it.each([
    ['known', tile('a', 'A'), 'article.tileItem', 1],
    [
      'known, of two that fit',
      `<ul class="noticias"><li>${link('a')}</ul>${tile('b', 'B')}${tile('c', 'C')}`,
      'article.tileItem',
      2,
    ],
    ['unknown', `<main>${entry('a')}${entry('b')}${entry('c')}</main>`, 'general', 3],
    [
      'unknown, with words for no items',
      `<main>Não existem itens.${entry('a')}${entry('b')}${entry('c')}</main>`,
      null,
      0,
    ],
    ['none', '<main><p>Em breve.</p></main>', null, 0],
  ])('is %s', (_, html, structure, found) => {
    const listing = read(html)
    expect([listing.structure, listing.found, listing.nextUrl === null]).toEqual([
      structure,
      found,
      found === 0,
    ])
  })

  const large = (text: string) => `<div id="content"><p>${text}</p></div><!-- ${'x'.repeat(5_000)} -->`
  it('has changed where a large first page has no entries and does not say why', () => {
    expect(() => read(large('Em breve.'))).toThrow('no entries on a first page of')
    expect(read(large('Não existem itens.'))).toMatchObject({ found: 0, nextUrl: null })
    expect(readPloneListing(large('Em breve.'), `${address}?b_start:int=30`)).toMatchObject({ found: 0 })
  })

  it.each([
    ['known', tile('a', 'A')],
    ['unknown', entry('a')],
  ])('%s has 500 entries at most', (_, entry) => {
    const html = Array.from({ length: 502 }, (_, at) => entry.replaceAll('/noticias/a"', `/noticias/a${at}"`))
    expect(read(`<main>${html.join('')}</main>`).found).toBe(500)
  })
})
