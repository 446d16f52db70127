import { describe, expect, it } from 'vitest'
import { wrongInApi, type ApiRow } from '../../test-pages/small-pages.ts'

const NORM = 'https://www.gov.br/pesca/pt-br/noticias/norma'

const ROWS: ApiRow[] = [
  [
    'blocks empty fall back to text',
    [{ blocks: { a: { '@type': 'title' } }, blocks_layout: { items: ['a'] } }],
    { markdownIncludes: ['norma trata'] },
  ],
  [
    'blocks follow the layout',
    [
      {
        text: null,
        blocks: {
          '0': { '@type': 'slate', plaintext: 'Terceiro bloco' },
          '1': { '@type': 'slate', plaintext: 'Primeiro bloco' },
          '2': { '@type': 'slate', plaintext: 'Segundo bloco' },
        },
        blocks_layout: { items: ['1', '2', '0'] },
      },
    ],
    { markdownOrder: ['Primeiro', 'Segundo', 'Terceiro'] },
  ],
  [
    'blocks html',
    [
      {
        text: null,
        blocks: { '0': { '@type': 'html', html: '<p><b>Corpo inteiro</b> em HTML</p>' } },
        blocks_layout: { items: ['0'] },
      },
    ],
    { markdownIncludes: ['**Corpo inteiro** em HTML'] },
  ],
  [
    'blocks of other news',
    [
      {
        text: null,
        blocks: {
          '0': { '@type': 'slate', plaintext: 'Texto da norma, que trata do tamanho das malhas das redes.' },
          '1': { '@type': 'slate', value: [{ type: 'h3', children: [{ text: 'Leia também' }] }] },
          '2': {
            '@type': 'slate',
            value: [
              {
                type: 'ul',
                children: [
                  {
                    type: 'li',
                    children: [
                      { type: 'link', data: { url: '/pesca/b' }, children: [{ text: 'Outra norma' }] },
                    ],
                  },
                ],
              },
            ],
          },
          '3': { '@type': 'slate', plaintext: 'Fim da notícia sobre as malhas.' },
        },
        blocks_layout: { items: ['0', '1', '2', '3'] },
      },
    ],
    {
      markdownIncludes: ['Texto da norma', 'Fim da notícia'],
      markdownExcludes: ['Leia também', 'Outra norma'],
    },
  ],
  [
    'blocks nested in data',
    [
      {
        text: null,
        blocks: {
          '0': {
            '@type': 'accordion',
            data: {
              blocks: { x: { '@type': 'slate', plaintext: 'Dentro' } },
              blocks_layout: { items: ['x'] },
            },
          },
        },
        blocks_layout: { items: ['0'] },
      },
    ],
    { markdownIncludes: ['Dentro'] },
  ],
  [
    'blocks nested',
    [
      {
        text: null,
        blocks: {
          '0': { '@type': 'slate', plaintext: 'Antes' },
          '1': {
            '@type': 'gridBlock',
            blocks: { x: { '@type': 'slate', plaintext: 'Dentro' } },
            blocks_layout: { items: ['x'] },
          },
          '2': { '@type': 'slate', plaintext: 'Depois' },
        },
        blocks_layout: { items: ['0', '1', '2'] },
      },
    ],
    { markdownOrder: ['Antes', 'Dentro', 'Depois'] },
  ],
  [
    'blocks others are ignored',
    [
      {
        text: null,
        blocks: {
          '0': { '@type': 'title' },
          '1': { '@type': 'slate', plaintext: 'Só texto' },
          '2': { '@type': 'listing', title: 'Outras notícias' },
        },
        blocks_layout: { items: ['0', '1', '2'] },
      },
    ],
    { markdown: 'Só texto' },
  ],
  [
    'blocks of an unknown type with a slate',
    [
      {
        text: null,
        blocks: {
          '0': { '@type': 'slate', plaintext: 'Só texto' },
          '1': { '@type': 'alert', value: [{ type: 'p', children: [{ text: 'Atenção ao prazo.' }] }] },
        },
        blocks_layout: { items: ['0', '1'] },
      },
    ],
    { markdown: 'Só texto\n\nAtenção ao prazo.' },
  ],
  [
    'blocks slate value',
    [
      {
        text: null,
        blocks: {
          '0': {
            '@type': 'slate',
            plaintext: 'Veja o edital',
            value: [
              {
                type: 'p',
                children: [
                  { text: 'Veja o ' },
                  { type: 'link', data: { url: '/pesca/edital' }, children: [{ text: 'edital' }] },
                  { text: ' ' },
                  { type: 'strong', children: [{ text: 'forte' }] },
                ],
              },
            ],
          },
          '1': {
            '@type': 'slate',
            plaintext: 'Um Dois',
            value: [
              {
                type: 'ul',
                children: [
                  { type: 'li', children: [{ text: 'Um' }] },
                  { type: 'li', children: [{ text: 'Dois' }] },
                ],
              },
            ],
          },
          '2': {
            '@type': 'slate',
            plaintext: 'Prazo',
            value: [{ type: 'h2', children: [{ text: 'Prazo' }] }],
          },
        },
        blocks_layout: { items: ['0', '1', '2'] },
      },
    ],
    {
      markdownIncludes: [
        '[edital](https://www.gov.br/pesca/edital)',
        '- Um',
        '- Dois',
        '## Prazo',
        '**forte**',
      ],
    },
  ],
  [
    'blocks text',
    [
      {
        text: null,
        blocks: { '0': { '@type': 'textBlock', text: '<p>Texto com <a href="/a">link</a></p>' } },
        blocks_layout: { items: ['0'] },
      },
    ],
    { markdownIncludes: ['Texto com [link](https://www.gov.br/a)'] },
  ],
  [
    'blocks video',
    [
      {
        text: null,
        blocks: {
          '0': { '@type': 'slate', plaintext: 'Veja' },
          '1': { '@type': 'video', url: 'https://www.youtube.com/watch?v=abc' },
        },
        blocks_layout: { items: ['0', '1'] },
      },
    ],
    { videoUrl: 'https://www.youtube.com/watch?v=abc' },
  ],
  [
    'challenge',
    '<html><head><title>Just a moment...</title></head><body></body></html>',
    { error: 'anti_bot' },
  ],
  [
    'blocks as columns of a grid, and a picture that only has scales',
    [
      {
        '@id': 'https://www.gov.br/susep/pt-br/noticias/n1',
        title: 'Susep publica norma',
        image: {
          scales: {
            preview: { download: 'https://www.gov.br/susep/pt-br/noticias/n1/@@images/p.jpeg' },
            large: { download: 'https://www.gov.br/susep/pt-br/noticias/n1/@@images/l.jpeg' },
          },
        },
        blocks: {
          g: {
            '@type': '__grid',
            columns: [
              { '@type': 'slate', plaintext: 'Coluna um' },
              { '@type': 'text', text: '<p>Coluna dois</p>' },
            ],
          },
        },
        blocks_layout: { items: ['g'] },
        '@type': undefined,
        description: undefined,
        modified: undefined,
        Subject: undefined,
        text: undefined,
      },
    ],
    {
      imageUrl: 'https://www.gov.br/susep/pt-br/noticias/n1/@@images/l.jpeg',
      markdownOrder: ['Coluna um', 'Coluna dois'],
    },
    { url: 'https://www.gov.br/susep/pt-br/noticias' },
  ],
  ['empty description', [{ description: '' }], { subtitle: null }],
  ['empty', { items: [], items_total: 0 }, { items: [], stopped: 'end', nextUrl: null, error: null }],
  ['error object', { type: 'NotFound', message: 'Resource not found' }, { error: 'url_broken' }],
  [
    'id with api part',
    [{ '@id': 'https://www.gov.br/pesca/++api++/pt-br/noticias/norma' }],
    {
      url: 'https://www.gov.br/pesca/pt-br/noticias/norma',
      collect: ['https://www.gov.br/pesca/pt-br/noticias/norma'],
      items: [{ url: 'https://www.gov.br/pesca/pt-br/noticias/norma' }],
    },
  ],
  [
    'image absolute',
    [{ image: { download: 'https://www.gov.br/pesca/++api++/a.jpg' } }],
    { imageUrl: 'https://www.gov.br/pesca/a.jpg' },
  ],
  [
    'image preview',
    [{ preview_image: { download: 'https://www.gov.br/pesca/pt-br/noticias/norma/@@images/p.jpg' } }],
    { imageUrl: 'https://www.gov.br/pesca/pt-br/noticias/norma/@@images/p.jpg' },
  ],
  ['image without an address', [{ image: { download: ' ' } }], { imageUrl: null }],
  ['image without scales', [{ image: { filename: 'a.jpg' } }], { imageUrl: null, error: null }],
  [
    'image relative',
    [{ image: { download: '@@images/image/large' } }],
    { imageUrl: 'https://www.gov.br/pesca/pt-br/noticias/norma/@@images/image/large' },
  ],
  [
    'image scales',
    [{ image_scales: { image: [{ download: '@@images/image-800.jpg' }] } }],
    { imageUrl: 'https://www.gov.br/pesca/pt-br/noticias/norma/@@images/image-800.jpg' },
  ],
  [
    'links without api part',
    [
      {
        '@id': 'https://www.gov.br/pesca/++api++/pt-br/noticias/norma',
        Subject: ['Pesca'],
        blocks: {
          a: {
            '@type': 'slate',
            plaintext: '',
            value: [
              {
                type: 'p',
                children: [
                  { text: 'Leia o ' },
                  {
                    type: 'link',
                    data: { url: 'https://www.gov.br/pesca/++api++/pt-br/edital' },
                    children: [{ text: 'edital' }],
                  },
                  { text: '.' },
                ],
              },
            ],
          },
        },
        blocks_layout: { items: ['a'] },
        text: undefined,
      },
    ],
    { markdown: 'Leia o [edital](https://www.gov.br/pesca/pt-br/edital).' },
  ],
  [
    'login is not json',
    '<html><body><form><input type="password"></form></body></html>',
    { error: 'not_json' },
  ],
  [
    'never dates',
    [{ effective: '1969-12-31T00:00:00+00:00', modified: '2499-12-31T00:00:00+00:00' }],
    { publishedAt: null, updatedAt: null, uniqueId: null },
  ],
  [
    'not json',
    '<html><head><title>Em manutenção</title></head><body>Voltamos já</body></html>',
    { error: 'not_json' },
  ],
  [
    'plain',
    [{}],
    {
      title: 'Norma sobre redes',
      url: 'https://www.gov.br/pesca/pt-br/noticias/norma',
      publishedAt: '2026-03-15T10:00:00-03:00',
      updatedAt: '2026-03-15T10:05:00-03:00',
      subtitle: 'Resumo',
      category: 'Pesca',
      tags: ['Pesca', 'Rios'],
      editorialLead: null,
      imageUrl: null,
      agency: 'pesca',
      stopped: 'end',
      nextUrl: null,
      markdownIncludes: ['[todo o país](https://www.gov.br/pesca/x)'],
      error: null,
    },
  ],
  ['subject not a list', [{ Subject: 'Pesca' }], { category: null, tags: [] }],
  ['subjects', [{ Subject: null, subjects: ['Mar'] }], { category: 'Mar', tags: ['Mar'] }],
  ['unreadable date', [{ effective: 'ontem' }], { publishedAt: null }],
  [
    'utc date',
    [{ effective: '2026-03-15T13:00:00Z' }],
    { publishedAt: '2026-03-15T13:00:00Z', uniqueId: 'norma-sobre-redes_d250b9' },
  ],
  [
    'window in brasilia days',
    [
      { '@id': 'https://www.gov.br/pesca/pt-br/noticias/manha', effective: '2026-03-17T03:30:00+00:00' },
      { '@id': 'https://www.gov.br/pesca/pt-br/noticias/noite', effective: '2026-03-17T01:30:00+00:00' },
      { '@id': 'https://www.gov.br/pesca/pt-br/noticias/sem-data', effective: null },
    ],
    {
      collect: [
        'https://www.gov.br/pesca/pt-br/noticias/noite',
        'https://www.gov.br/pesca/pt-br/noticias/sem-data',
      ],
      items: [{ date: '2026-03-17' }, { date: '2026-03-16' }, { date: null }],
    },
    { window: { start: '2026-03-16', end: '2026-03-16' }, total: 300 },
  ],
  ['window without an end', [{}], { items: [{}], collect: [NORM] }, { window: { start: '2026-03-17' } }],
  ['window without a start', [{}], { items: [{}], collect: [NORM] }, { window: { end: '2026-03-14' } }],
]

describe('object of the API', () => {
  it.each(ROWS)('%s', (_, answer, expected, options) => {
    expect(wrongInApi(answer, expected, options)).toEqual([])
  })
})
