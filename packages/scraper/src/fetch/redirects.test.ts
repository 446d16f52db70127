import { expect, it } from 'vitest'
import { followRedirect } from './redirects.ts'

const GOV = 'https://www.gov.br'
const OWN = 'https://noticias.exemplo.gov.br'
const HOSTS = new Set(['www.gov.br', 'noticias.exemplo.gov.br'])
const follow = (from: string, location: string | null) => {
  try {
    return followRedirect(from, location, HOSTS)
  } catch (error) {
    return (error as { kind?: string }).kind
  }
}

it.each([
  ['an address of its own', `${GOV}/mec/pt-br/a`, '/mec/pt-br/b', `${GOV}/mec/pt-br/b`],
  ['a relative one', `${GOV}/mec/pt-br/a`, 'b', `${GOV}/mec/pt-br/b`],
  ['an API of the same site', `${GOV}/++api++/mec/pt-br/a`, '/mec/pt-br/b', `${GOV}/mec/pt-br/b`],
  ['no address', `${GOV}/mec/pt-br/a`, null, 'url_broken'],
  ['a wrong address', `${GOV}/mec/pt-br/a`, 'https://', 'url_broken'],
  ['another host', `${GOV}/mec/pt-br/a`, 'https://exemplo.org/a', 'url_broken'],
  ['another site of the host', `${GOV}/mec/pt-br/a`, '/saude/pt-br/a', 'url_broken'],
  ['no encryption any more', `${GOV}/mec/pt-br/a`, 'http://www.gov.br/mec/pt-br/b', 'url_broken'],
  ['no encryption as before', 'http://noticias.exemplo.gov.br/a/b', '/c', 'http://noticias.exemplo.gov.br/c'],
  ['encryption', 'http://noticias.exemplo.gov.br/a/b', `${OWN}/c`, `${OWN}/c`],
  ['a login form', `${GOV}/mec/pt-br/a`, '/mec/login?came_from=a', 'login_page'],
  [
    'an article about a login',
    `${GOV}/mec/pt-br/a`,
    '/mec/pt-br/login-unico',
    `${GOV}/mec/pt-br/login-unico`,
  ],
  ['a notice of maintenance', `${GOV}/mec/pt-br/a`, '/mec/em-manutencao.html', 'unknown'],
  [
    'an article about it',
    `${GOV}/mec/pt-br/a`,
    '/mec/pt-br/manutencao-de-vias',
    `${GOV}/mec/pt-br/manutencao-de-vias`,
  ],
  ['the home page of the site', `${GOV}/mec/pt-br/a`, '/mec/pt-br', 'url_broken'],
  ['the home page with a slash', `${GOV}/mec/pt-br/a`, '/mec/pt-br/', 'url_broken'],
  ['the home page without a language', `${GOV}/mec/pt-br/a`, '/mec', 'url_broken'],
  ['a folder of two segments', `${GOV}/mec/pt-br/a`, '/mec/noticias', `${GOV}/mec/noticias`],
  ['a page named as the language', `${GOV}/mec/a/b/c`, '/mec/a/pt-br', `${GOV}/mec/a/pt-br`],
  ['the home page of a host', `${OWN}/a`, '/', 'url_broken'],
  ['a page of a host', `${OWN}/a/b`, '/c', `${OWN}/c`],
  ['a home page from a home page', `${GOV}/mec`, '/mec/pt-br', `${GOV}/mec/pt-br`],
  ['a home page from one of the same depth', `${GOV}/mec/x`, '/mec/pt-br', `${GOV}/mec/pt-br`],
])('a redirect to %s: %s %s → %s', (_, from, location, expected) => {
  expect(follow(from, location)).toBe(expected)
})
