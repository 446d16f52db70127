import { describe, expect, it } from 'vitest'
import {
  wrongInArticle,
  wrongInListing,
  tile,
  type ArticleRow,
  type ListingRow,
} from '../../test-pages/small-pages.ts'

const ARTICLES: ArticleRow[] = [
  ['access denied', '<html><body>Access Denied.</body></html>', { error: 'anti_bot' }],
  ['blank', '<html><head></head><body></body></html>', { error: 'empty_content' }],
  [
    'captcha',
    '<html><head><title>www.gov.br</title></head><body><h1>Confirme que você é humano</h1><form><div class="g-recaptcha"></div></form></body></html>',
    { error: 'anti_bot' },
  ],
  [
    'challenge',
    '<html><head><title>Just a moment...</title></head><body><p>Checking your browser before accessing www.gov.br.</p></body></html>',
    { error: 'anti_bot' },
  ],
  ['empty', '', { error: 'empty_content' }],
  [
    'f5',
    '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br>Your support ID is: 123</body></html>',
    { error: 'anti_bot' },
  ],
  [
    'imperva',
    '<html><head><script src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3"></script></head><body></body></html>',
    { error: 'anti_bot' },
  ],
  [
    'login with long form',
    '<html><body><div id="content"><h1>Entrar</h1><form><p>Use seu nome.</p><input type="password"></form></div></body></html>',
    { error: 'login_page' },
  ],
  [
    'login',
    {
      title: '<h1 class="documentFirstHeading">Acesso</h1>',
      byline: '',
      text: '<form><label>Nome</label><input name="__ac_name"><input type="password" name="__ac_password"></form>',
    },
    { error: 'login_page' },
  ],
  [
    'not found',
    {
      title: '<h1 class="documentFirstHeading">Página não encontrada</h1>',
      byline: '',
      text: '<p>A página que você procura mudou de lugar.</p>',
    },
    { error: 'url_broken' },
  ],
  [
    'a page titled CAPTCHA asks for proof, not news',
    '<html><head><title>CAPTCHA</title></head><body>Digite os caracteres da imagem</body></html>',
    { error: 'anti_bot' },
  ],
  [
    'ebc challenge',
    '<html><head><title>Just a moment...</title></head><body><div id="cf-browser-verification"></div></body></html>',
    { error: 'anti_bot' },
    'https://agenciabrasil.ebc.com.br/geral/noticia/2026-01/x',
    'agenciabrasil',
  ],
  [
    'ebc without body',
    '<html><body><h1 class="titulo-materia">Título</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><div class="conteudo-noticia"></div></body></html>',
    { error: 'incomplete' },
    'https://agenciabrasil.ebc.com.br/geral/noticia/2026-01/x',
    'agenciabrasil',
  ],
  [
    'ebc without title',
    '<html><body><div class="data">Publicado em 15/01/2026 - 14:30</div><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras.</p></div></body></html>',
    { error: 'incomplete' },
    'https://agenciabrasil.ebc.com.br/geral/noticia/2026-01/x',
    'agenciabrasil',
  ],
  [
    'ebc challenge without a body',
    '<h1 class="titulo-materia">Golpe usa tela Just a moment</h1><div class="data">Publicado em 15/01/2026 - 14:30</div>',
    { error: 'anti_bot' },
    'https://agenciabrasil.ebc.com.br/geral/noticia/2026-01/x',
    'agenciabrasil',
  ],
  [
    'ebc challenge without a title',
    '<title>Just a moment...</title><div class="data">Publicado em 15/01/2026 - 14:30</div><div class="conteudo-noticia"><p>Criminosos copiam páginas.</p></div>',
    { error: 'anti_bot' },
    'https://agenciabrasil.ebc.com.br/geral/noticia/2026-01/x',
    'agenciabrasil',
  ],
  [
    'ebc challenge with a short text and no date',
    '<h1 class="titulo-materia">Golpe usa tela Just a moment</h1><div class="conteudo-noticia"><p>Criminosos copiam páginas.</p></div>',
    { error: 'anti_bot' },
    'https://agenciabrasil.ebc.com.br/geral/noticia/2026-01/x',
    'agenciabrasil',
  ],
  [
    'ebc about challenges is news with a date',
    '<h1 class="titulo-materia">Golpe usa tela Just a moment</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><div class="conteudo-noticia"><p>Criminosos copiam páginas.</p></div>',
    { error: null },
    'https://agenciabrasil.ebc.com.br/geral/noticia/2026-01/x',
    'agenciabrasil',
  ],
  [
    'ebc about challenges is news with a long text',
    `<h1 class="titulo-materia">Golpe usa tela Just a moment</h1><div class="conteudo-noticia"><p>${'Criminosos copiam páginas. '.repeat(8)}</p></div>`,
    { error: null },
    'https://agenciabrasil.ebc.com.br/geral/noticia/2026-01/x',
    'agenciabrasil',
  ],
  [
    'number 404 in a title is news',
    {
      breadcrumbs: '',
      windowTitle: '404 municípios recebem barcos — Instituto Nacional de Pesca',
      title: '<h1 class="documentFirstHeading">404 municípios recebem barcos</h1>',
      byline: '',
      text: '<p>Veja a lista.</p>',
    },
    { error: null, title: '404 municípios recebem barcos' },
  ],
  [
    'about challenges is news',
    {
      title: '<h1 class="documentFirstHeading">Golpe usa tela “Just a moment” e pede CAPTCHA</h1>',
      before:
        '<p>Criminosos copiam páginas com “Just a moment” e “Checking your browser” para roubar senhas, e até o texto challenge-platform aparece.</p>',
    },
    {
      error: null,
      title: 'Golpe usa tela “Just a moment” e pede CAPTCHA',
      markdownIncludes: ['Checking your browser'],
    },
  ],
  [
    'about challenges is news without a date',
    { title: '<h1 class="documentFirstHeading">Golpe usa tela “Just a moment”</h1>', byline: '' },
    { error: null },
  ],
  ['short without a title', '<p>'.padEnd(5_000, 'a'), { error: 'empty_content' }],
  ['long without a title', '<p>'.padEnd(5_001, 'a'), { error: 'html_changed' }],
  [
    'cloudflare script on news',
    {
      after:
        "<script>(function(){var a=window.__CF$cv$params={r:'x'};a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'})()</script>",
    },
    { error: null },
  ],
  [
    'login form beside news',
    { before: '<div class="portlet"><form><input name="__ac_name"><input type="password"></form></div>' },
    { error: null },
  ],
]

const LISTINGS: ListingRow[] = [
  [
    'listing about challenges',
    [tile('a', 'Golpe imita a tela Just a moment')],
    { error: null, collect: ['https://www.gov.br/pesca/pt-br/noticias/a'] },
  ],
  [
    'listing challenge with items',
    ['<div id="challenge-platform"></div>', tile('a', 'A'), tile('b', 'B')],
    { error: 'anti_bot' },
  ],
  [
    'listing challenge words with items',
    `<html><head><title>x</title></head><body>Checking your browser<article class="tileItem visualIEFloatFix tile-collective-nitf-content"><div class="tileContent"><h2 class="tileHeadline"><a class="summary url" href="https://www.gov.br/pesca/pt-br/noticias/a">A</a></h2><p class="tileBody">Resumo.</p></div><span class="documentByLine"><span class="hiddenStructure">publicado</span> <span class="summary-view-icon"><i class="icon-day"></i> 10/03/2026</span> <span class="summary-view-icon"><i class="icon-hour"></i> 14h30</span> <span class="summary-view-icon">Notícia</span></span></article>
</body></html>`,
    { error: 'anti_bot' },
  ],
  ['listing small and empty', [], { error: null, items: [], collect: [], stopped: 'end', nextUrl: null }],
]

describe('pages that are no news', () => {
  it.each(ARTICLES)('%s', (_, page, expected, url, site) => {
    expect(wrongInArticle(page, expected, url, site)).toEqual([])
  })
  it.each(LISTINGS)('listing: %s', (_, page, expected, options) => {
    expect(wrongInListing(page, expected, options)).toEqual([])
  })
})
