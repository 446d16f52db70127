import { describe, expect, it } from 'vitest'
import {
  wrongInArticle,
  wrongInListed,
  tile,
  type ArticleRow,
  type ListedRow,
} from '../../test-pages/small-pages.ts'

const ROWS: ArticleRow[] = [
  [
    'address is cleaned',
    {},
    { url: 'https://www.gov.br/pesca/pt-br/noticias/curso-de-redes' },
    'http://www.gov.br/pesca/pt-br/noticias/curso-de-redes/view?utm_source=x#topo',
  ],
  [
    'tags of the category block are not repeated in the body',
    '<html><head><meta charset="utf-8"></head><body><div id="content"><h1>Título</h1><p>O Ministério da Educação anunciou nesta terça-feira a abertura de 10 mil vagas em cursos técnicos gratuitos, distribuídas entre institutos federais de todas as regiões do país.</p><p>O Ministério da Educação anunciou nesta terça-feira a abertura de 10 mil vagas em cursos técnicos gratuitos, distribuídas entre institutos federais de todas as regiões do país.</p><div id="category"><a class="link-category" href="a">Saúde</a>, <a class="link-category" href="b">Vacina</a><a rel="nofollow tag" href="c">Vacina</a></div></div></body></html>',
    { tags: ['Saúde', 'Vacina'], markdownExcludes: ['Vacina'] },
    'https://www.gov.br/mec/pt-br/noticias/x',
  ],
  ['category from breadcrumbs', {}, { category: 'Assuntos' }],
  [
    'category home is none',
    {
      head: '<meta name="category" content="Cursos">',
      breadcrumbs: '<nav class="portal-breadcrumbs"><a href="/">GOV.BR</a> <a href="/pt-br">Início</a></nav>',
    },
    { category: 'Cursos' },
  ],
  [
    'category of breadcrumbs without words is none',
    {
      head: '<meta name="category" content="Cursos">',
      breadcrumbs: '<nav class="portal-breadcrumbs"><a href="/">GOV.BR</a> <a href="/pesca"> </a></nav>',
    },
    { category: 'Cursos' },
  ],
  [
    'category of one breadcrumb is none',
    {
      head: '<meta name="category" content="Cursos">',
      breadcrumbs: '<nav class="portal-breadcrumbs"><a href="/">GOV.BR</a></nav>',
    },
    { category: 'Cursos' },
  ],
  ['category none', { breadcrumbs: '' }, { category: null }],
  [
    'category stored words are none',
    { head: '<meta name="category" content="No Category">', breadcrumbs: '' },
    { category: null },
  ],
  [
    'id long title',
    {
      title:
        '<h1 class="documentFirstHeading">Instituto Nacional de Pesca abre inscrições para o curso gratuito de manejo de redes em oito estados do Norte</h1>',
    },
    { agency: 'pesca', url: 'https://www.gov.br/pesca/pt-br/noticias/curso-de-redes' },
  ],
  [
    'kicker capitals too long',
    { before: '<p>INSCRIÇÕES ABERTAS PARA TODOS OS ESTADOS DO NORTE DO PAÍS ATÉ SEXTA</p>' },
    { editorialLead: null, markdownIncludes: ['INSCRIÇÕES ABERTAS PARA TODOS'] },
  ],
  [
    'kicker capitals',
    { before: '<p>PESCA ARTESANAL</p>' },
    { editorialLead: 'PESCA ARTESANAL', markdownExcludes: ['PESCA ARTESANAL'] },
  ],
  [
    'kicker nitf',
    { before: '<p class="nitfSubtitle">Formação</p>' },
    { editorialLead: 'Formação', markdownExcludes: ['Formação'] },
  ],
  [
    'kicker of the most characters',
    { before: `<p>${'CURSO '.repeat(8)}A</p>` },
    { editorialLead: `${'CURSO '.repeat(8)}A` },
  ],
  ['kicker of one character more', { before: `<p>${'CURSO '.repeat(8)}DE</p>` }, { editorialLead: null }],
  ['kicker of the fewest characters', { before: '<p>CURSOS</p>' }, { editorialLead: 'CURSOS' }],
  ['kicker of one character less', { before: '<p>CURSO</p>' }, { editorialLead: null }],
  ['kicker without letters', { before: '<p>04/03/26</p>' }, { editorialLead: null }],
  [
    'kicker behind an empty paragraph',
    { before: '<p> </p><p>PESCA ARTESANAL</p>' },
    { editorialLead: 'PESCA ARTESANAL' },
  ],
  ['kicker not capitals', { before: '<p>Pesca Artesanal</p>' }, { editorialLead: null }],
  [
    'section label not in body',
    { before: '<p class="section">Educação Pesqueira</p>' },
    { markdownExcludes: ['Educação Pesqueira'] },
  ],
  [
    'subtitle description',
    { before: '<p class="description">Aulas à noite</p>' },
    { subtitle: 'Aulas à noite', markdownExcludes: ['Aulas à noite'] },
  ],
  [
    'subtitle discreet',
    { before: '<p class="discreet">Aulas são gratuitas</p>' },
    { subtitle: 'Aulas são gratuitas', markdownExcludes: ['Aulas são gratuitas'] },
  ],
  [
    'small print behind the text is no subtitle',
    { after: '<p class="discreet">Com informações do Ministério da Fazenda</p>' },
    { subtitle: null, markdownIncludes: ['Com informações do Ministério da Fazenda'] },
  ],
  [
    'subtitle discreet behind an empty one',
    { before: '<p class="discreet"> </p><p class="discreet">Aulas são gratuitas</p>' },
    { subtitle: 'Aulas são gratuitas' },
  ],
  [
    'subtitle discreet behind a caption',
    {
      before:
        '<p><img src="/pesca/a.jpg"></p><p class="discreet">Foto: Ana Souza</p><p>CURSO</p><p class="discreet">Aulas são gratuitas</p>',
    },
    { subtitle: 'Aulas são gratuitas' },
  ],
  [
    'subtitle discreet behind the longest line before the text',
    { before: `<p>${'a'.repeat(79)}</p><p class="discreet">Aulas são gratuitas</p>` },
    { subtitle: 'Aulas são gratuitas' },
  ],
  [
    'small print behind the shortest text is no subtitle',
    { before: `<p>${'a'.repeat(80)}</p><p class="discreet">Aulas são gratuitas</p>` },
    { subtitle: null },
  ],
  [
    'subtitle discreet behind a long paragraph with a class',
    { before: `<p class="lead">${'a'.repeat(80)}</p><p class="discreet">Aulas são gratuitas</p>` },
    { subtitle: 'Aulas são gratuitas' },
  ],
  [
    'subtitle discreet behind a long date',
    {
      byline: '',
      before:
        '<p>Publicado em 04/03/2026 10h00 | Atualizado em 05/03/2026 11h30 | Última modificação 06/03/2026</p><p class="discreet">Aulas são gratuitas</p>',
    },
    { subtitle: 'Aulas são gratuitas' },
  ],
  [
    'subtitle discreet behind a date',
    { byline: '<p>Publicado em 04/03/2026 10h00</p>', before: '<p class="discreet">Aulas são gratuitas</p>' },
    { subtitle: 'Aulas são gratuitas' },
  ],
  [
    'subtitle document description',
    { before: '<div class="documentDescription description">São 500 vagas</div>' },
    { subtitle: 'São 500 vagas', markdownExcludes: ['São 500 vagas'] },
  ],
  [
    'subtitle repeated as paragraph',
    { before: '<div class="documentDescription">São 500 vagas</div><p>São 500 vagas</p>' },
    { subtitle: 'São 500 vagas', markdownExcludes: ['São 500 vagas'] },
  ],
  [
    'tags keywords',
    { after: '<div class="keywords"><a href="/a">pesca</a> <a href="/b">redes</a></div>' },
    { tags: ['pesca', 'redes'] },
  ],
  [
    'tags link category',
    {
      after:
        '<div id="category" class="documentByLine">registrado em: <span><a class="link-category" rel="tag" href="/a">pesca</a></span>, <a rel="nofollow tag" href="/b">redes</a></div>',
    },
    { tags: ['pesca', 'redes'], markdownExcludes: ['registrado em'] },
  ],
  [
    'one tag of the page, behind the body',
    { after: '</div><div class="keywords"><a href="/a">pesca</a></div><div>' },
    { tags: ['pesca'] },
  ],
  ['tags none', {}, { tags: [] }],
  [
    'tags origin keyword',
    {
      after:
        '<div class="keywords"><span>Tags:</span> <a href="/pesca/search?origem=keyword&amp;Subject=pesca">pesca</a>, <a href="/pesca/search?origem=keyword&amp;Subject=rios">rios</a></div>',
    },
    { tags: ['pesca', 'rios'], markdownExcludes: ['rios'] },
  ],
  [
    'title from og',
    { head: '<meta property="og:title" content="Título do og">', title: '' },
    { title: 'Título do og' },
  ],
  [
    'title from window',
    {
      breadcrumbs: '',
      windowTitle: 'Curso de redes abre inscrições — Instituto Nacional de Pesca',
      title: '<h2>Curso de redes abre inscrições</h2>',
    },
    {
      title: 'Curso de redes abre inscrições',
      markdownIncludes: ['Instituto Nacional'],
      markdownExcludes: ['Curso de redes abre'],
    },
  ],
  [
    'title from window only with prose',
    { breadcrumbs: '', windowTitle: 'Curso abre — Pesca', title: '', text: '<p>Em breve.</p>' },
    { title: undefined, error: 'empty_content' },
  ],
  [
    'title in h2',
    { breadcrumbs: '', title: '<h2 class="documentFirstHeading">Curso de redes abre inscrições</h2>' },
    {
      title: 'Curso de redes abre inscrições',
      markdownIncludes: ['Instituto Nacional'],
      markdownExcludes: ['Curso de redes abre'],
    },
  ],
  ['title not in body', {}, { markdownExcludes: ['Curso de redes abre'] }],
]

const PARAGRAPH =
  'O Instituto Nacional de Pesca abriu nesta segunda-feira as inscrições para o curso gratuito de manejo de redes, com aulas em oito estados e turmas à noite.'
const OTHER = '<p>Outro texto do portal.</p>'

/** Elements that may hold the text, the strongest rule first. Each stands behind one of the next rule. */
const BODY_ROWS = (
  [
    ['div#content', '<div id="content">', '</div>'],
    ['#content', '<section id="content">', '</section>'],
    ['main#main-content article', '<main id="main-content"><article>', '</article></main>'],
    ['[property="rnews:articleBody"]', '<div property="rnews:articleBody">', '</div>'],
    ['article', '<article>', '</article>'],
    ['main', '<main>', '</main>'],
  ] as const
).map(([rule, start, end], at, bodies): ArticleRow => {
  const [, nextStart, nextEnd] = bodies[at + 1] ?? ['', '<div>', '</div>']
  return [
    `body in ${rule}`,
    `<html><body><h1>Curso</h1>${nextStart}${OTHER}${nextEnd}${start}<p>${PARAGRAPH}</p>${end}${OTHER}</body></html>`,
    { rules: { body: rule }, markdownIncludes: [PARAGRAPH], markdownExcludes: ['Outro texto'] },
  ]
})

const linkedData = (headline: string) =>
  `<script type="application/ld+json">{"@type":"NewsArticle","headline":"${headline}"}</script>`
/** Each rule for the title beside the next one, which has another title. */
const TITLE_ROWS = (
  [
    [
      'h1.documentFirstHeading',
      '',
      '<div id="content"><h2 class="documentFirstHeading">Outro</h2><h1 class="documentFirstHeading">Curso</h1>',
    ],
    [
      '.documentFirstHeading',
      '',
      '<div id="content"><h1>Outro</h1><h2 class="documentFirstHeading">Curso</h2>',
    ],
    ['body h1', '', '<h1>Outro</h1><div id="content"><h1>Curso</h1>'],
    ['h1', '<meta property="og:title" content="Outro">', '<h1>Curso</h1><div id="content">'],
    ['og:title', `<meta property="og:title" content="Curso">${linkedData('Outro')}`, '<div id="content">'],
    ['json-ld', linkedData('Curso'), '<div id="content">'],
    ['title', '', `<div id="content"><p>${PARAGRAPH}</p>`],
  ] as const
).map(([rule, head, start]): ArticleRow => [
  `title by ${rule}`,
  `<html><head><title>${rule === 'title' ? 'Curso' : 'Outro'} — Portal</title>${head}</head><body>${start}<p>${PARAGRAPH}</p></div></body></html>`,
  { title: 'Curso', rules: { title: rule } },
])

const CATEGORY_FIELD = '<div id="formfield-form-widgets-categoria"><a href="/a">Ensino</a></div>'
const SELECTED_ROWS: ArticleRow[] = [
  ...['section', 'discreet', 'description'].map((name): ArticleRow => [
    `kicker behind capitals of the class ${name}`,
    { before: `<p class="${name}">OUTRO TEXTO</p><p>PESCA ARTESANAL</p>` },
    { editorialLead: 'PESCA ARTESANAL' },
  ]),
  [
    'subtitle document description before a description',
    { before: '<p class="description">Outra</p><div class="documentDescription">São 500 vagas</div>' },
    { subtitle: 'São 500 vagas', markdownExcludes: ['Outra'] },
  ],
  [
    'subtitle description before small print',
    { before: '<p class="discreet">Outra</p><p class="description">São 500 vagas</p>' },
    { subtitle: 'São 500 vagas' },
  ],
  [
    'all texts of the head are left out of the body',
    {
      before:
        '<p class="nitfSubtitle">Curso</p><p class="nitfSubtitle">Segundo</p><div class="documentDescription">Vagas</div><div class="documentDescription">Terceiro</div>',
    },
    { editorialLead: 'Curso', subtitle: 'Vagas', markdownExcludes: ['Segundo', 'Terceiro'] },
  ],
  ...['nav class="portal-breadcrumbs"', 'div id="portal-breadcrumbs"', 'nav id="breadcrumbs"'].map(
    (start): ArticleRow => [
      `category by <${start}>`,
      { breadcrumbs: `<${start}><a href="/">GOV.BR</a> <a href="/pesca">Rios</a></${start.split(' ')[0]}>` },
      { category: 'Rios', rules: { category: 'breadcrumbs' } },
    ],
  ),
  ...['Página Inicial', 'Pagina inicial', 'Home', 'Início', 'Você está aqui:'].map((text): ArticleRow => [
    `category ${text} is none`,
    { breadcrumbs: `<nav id="breadcrumbs"><a href="/">GOV.BR</a> <a href="/pesca">${text}</a></nav>` },
    { category: null },
  ]),
  [
    'category of its own field',
    { after: CATEGORY_FIELD },
    { category: 'Ensino', rules: { category: '#formfield-form-widgets-categoria' } },
  ],
  ...[
    '<a class="link-category" href="/a">pesca</a>',
    '<a rel="nofollow tag" href="/a">pesca</a>',
    '<div id="category"><a href="/a">pesca</a></div>',
  ].map((after): ArticleRow => [
    `tags by ${after}`,
    { after },
    { tags: ['pesca'], rules: { tags: 'a.link-category' } },
  ]),
  [
    'tags of the body before those of the page',
    {
      after:
        '<div class="keywords"><a href="/a">pesca</a></div></div><div class="keywords"><a href="/b">menu</a></div><div>',
    },
    { tags: ['pesca'] },
  ],
]

const LISTED: ListedRow[] = [
  [
    'tags from listing, where the page has none',
    {},
    [
      tile('curso-de-redes', 'Curso').replace(
        '</article>',
        '<div class="keywords"><a class="link-category" href="/a">rios</a></div></article>',
      ),
    ],
    { tags: ['rios'], rules: { tags: 'listing' } },
  ],
  [
    'no tags from a listing without them',
    {},
    [tile('curso-de-redes', 'Curso')],
    { tags: [], rules: { tags: undefined } },
  ],
  [
    'category from listing',
    {},
    [tile('curso-de-redes', 'Curso-De-Redes', '10/03/2026', ' Ensino ')],
    { category: 'Ensino' },
  ],
  [
    'category of the listing that names none',
    {},
    [tile('curso-de-redes', 'Curso-De-Redes', '10/03/2026', 'No category')],
    { category: 'Assuntos' },
  ],
  ['title from listing', {}, [tile('curso-de-redes', 'Como está na lista')], { title: 'Como está na lista' }],
]

describe('head of an article', () => {
  it.each([...ROWS, ...BODY_ROWS, ...TITLE_ROWS, ...SELECTED_ROWS])('%s', (_, page, expected, url) => {
    expect(wrongInArticle(page, expected, url)).toEqual([])
  })
  it.each(LISTED)('beside a listing: %s', (_, page, entries, expected) => {
    expect(wrongInListed(page, entries, expected)).toEqual([])
  })
})
