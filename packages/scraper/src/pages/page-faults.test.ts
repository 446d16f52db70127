import { describe, expect, it } from 'vitest'
import { readEbcListing } from '../ebc/listing.ts'
import { all, parseHtml } from '../html/page.ts'
import { ScrapeError } from '../errors.ts'
import { readPloneListing } from '../plone/listing.ts'
import { refuseFaultyPage, type PageEvidence } from './page-faults.ts'

/** A page without entries that has so many bytes. */
function emptyPage(bytes: number): string {
  const [before, after] = ['<html><body><p>', '</p></body></html>']
  return `${before}${'palavra '.repeat(bytes).slice(0, bytes - before.length - after.length)}${after}`
}

describe('a first listing page without entries', () => {
  it.each([
    ['Plone', readPloneListing, 'https://www.gov.br/saude/pt-br/assuntos/noticias'],
    [
      'EBC',
      (html: string, at: string) => readEbcListing(html, at, 'agenciabrasil'),
      'https://agenciabrasil.ebc.com.br/ultimas',
    ],
  ])('is empty up to 5,000 bytes, and changed above: %s', (_, read, address) => {
    expect(read(emptyPage(5000), address)).toMatchObject({ items: [], found: 0 })
    expect(() => read(emptyPage(5001), address)).toThrow('5001 bytes')
  })
})

type Evidence = Partial<Pick<PageEvidence, 'isArticle' | 'isDated'>>

/** The kind of the fault of a page, whose entries are its `li`. */
function faultOf(html: string, { isArticle = false, isDated = false }: Evidence = {}) {
  const page = parseHtml(`<html>${html}</html>`)
  try {
    refuseFaultyPage({ html, page, isArticle, isDated, entries: all('li', page) })
    return undefined
  } catch (error) {
    return error instanceof ScrapeError ? `${error.kind}${error.isGone ? ', gone' : ''}` : error
  }
}
/** A text of so many characters. */
const words = (characters: number) => 'a '.repeat(characters).slice(0, characters - 1) + 'a'
const page = (heading: string, rest = '') =>
  `<head><title>Portal</title></head><body><h1>${heading}</h1>${rest}</body>`
const PASSWORD = '<input type="password">'
const ENTRY = '<li>Um</li>'
const CAPTCHA = '<div class="g-recaptcha"></div>'
const CHALLENGE = '<script src="/cdn-cgi/challenge-platform/x.js"></script>'

describe('a page', () => {
  it.each<[string, string, string | undefined, Evidence?]>([
    ['with the script of a challenge', page('Um', CHALLENGE), 'anti_bot'],
    ['with that script, which is an article', page('Um', CHALLENGE), 'anti_bot', { isArticle: true }],
    ['with that script beside entries', page('Um', CHALLENGE + ENTRY), 'anti_bot'],
    ['about that script', page('O que é challenge-platform'), undefined],
    ['about that script and with it', page('O que é challenge-platform', CHALLENGE), 'anti_bot'],
    ['whose entry is about that script', page('Um', '<li>challenge-platform</li>'), 'anti_bot'],
    ['with words of a challenge', page('Just a moment'), 'anti_bot'],
    ['with words of a challenge, which is an article', page('Just a moment'), undefined, { isArticle: true }],
    ['with an entry of such words', page('Um', '<li>Just a moment</li>'), undefined],
    [
      'with such words at the end of a short text',
      page('Um', `<p>${words(1_480)} just a moment`),
      'anti_bot',
    ],
    ['with such words at the end of a long text', page('Um', `<p>${words(1_500)} just a moment`), undefined],
    ['with such words at the end of 1,500 characters', `<body>${words(1_486)} just a moment`, undefined],
    ['with such words at the end of 1,499', `<body>${words(1_485)} just a moment`, 'anti_bot'],
    ['with such words at the start of a long text', page('Just a moment', `<p>${words(1_500)}`), 'anti_bot'],
    ['with such words up to the 300th character', `${words(286)} just a moment${words(1_500)}`, 'anti_bot'],
    ['with such words up to the 301st', `${words(287)} just a moment${words(1_500)}`, undefined],
    ['that denies access', page('Acesso negado'), 'anti_bot'],
    ['that denies access in its text', '<body>403 Forbidden', 'anti_bot'],
    ['that denies access in its title', '<title>Access denied</title><body>Um', 'anti_bot'],
    ['that denies access and is long', page('Acesso negado', `<p>${words(1_500)}`), undefined],
    ['with a captcha', page('Um', CAPTCHA), 'anti_bot'],
    ['with a captcha in its heading', page('Responda ao captcha'), 'anti_bot'],
    ['with a captcha beside entries', page('Um', CAPTCHA + ENTRY), undefined],
    ['with a captcha below a text', page('Um', `${CAPTCHA}<p>${words(200)}`), undefined],
    ['with a captcha below a shorter text', page('Um', `${CAPTCHA}<p>${words(199)}`), 'anti_bot'],
    ['with a captcha in a long frame', page('Um', `${CAPTCHA}<div>${words(1_500)}</div>`), undefined],
    ['with a password field', page('Um', PASSWORD), 'login_page'],
    ['with a password field, which is an article', page('Um', PASSWORD), undefined, { isArticle: true }],
    ['with a password field beside entries', page('Um', PASSWORD + ENTRY), undefined],
    ['with a password field below a text', page('Um', `${PASSWORD}<p>${words(200)}`), undefined],
    [
      'with a password field beside its text',
      page('Um', `<main>${PASSWORD}</main><p>${words(200)}`),
      'login_page',
    ],
    [
      'with a password field as its content beside a text',
      page('Um', `<div id="content">${PASSWORD}</div><p>${words(200)}`),
      'login_page',
    ],
    [
      'with a password field in its text',
      page('Um', `<div id="content">${PASSWORD}<p>${words(200)}</div>`),
      undefined,
    ],
    [
      'that asks to log in',
      page('Faça login', `${PASSWORD}<p>${words(2_000)}`),
      'login_page',
      { isArticle: true },
    ],
    ['that asks to log in without a field', page('Faça login'), undefined, { isArticle: true }],
    [
      'for other people',
      page('Privilégios insuficientes', `<p>${words(2_000)}`),
      'login_page',
      { isArticle: true },
    ],
    [
      'that is missing',
      page('Página não encontrada', `<p>${words(2_000)}`),
      'url_broken, gone',
      { isArticle: true },
    ],
    [
      'that is missing and dated',
      page('Página não encontrada'),
      undefined,
      { isArticle: true, isDated: true },
    ],
    ['that is missing beside entries', page('Página não encontrada', ENTRY), undefined],
    ['whose title says that it is missing', '<title>Erro 404</title><body>Um', 'url_broken, gone'],
    [
      'whose title says so, and is dated',
      '<title>Erro 404</title><body>Um',
      'url_broken, gone',
      { isDated: true },
    ],
    ['whose title says so of an article', '<title>Erro 404</title><body>Um', undefined, { isArticle: true }],
    ['whose title says so below a long text', `<title>Erro 404</title><body>${words(1_500)}`, undefined],
    [
      'whose title says so below a short text',
      `<title>Erro 404</title><body>${words(1_499)}`,
      'url_broken, gone',
    ],
    ['about 404 places', page('404 vagas são abertas'), undefined],
    ['in maintenance', page('Portal em manutenção', `<p>${words(2_000)}`), 'unknown', { isArticle: true }],
    ['whose title says so', '<title>Service Unavailable</title><body>Um', 'unknown'],
    ['about a maintenance', page('Ponte em manutenção'), undefined, { isArticle: true }],
    ['of news', page('Um', `<p>${words(200)}`), undefined],
  ])('%s', (_, html, fault, evidence) => {
    expect(faultOf(html, evidence)).toBe(fault)
  })
})
