import { expect, it } from 'vitest'
import { paths, SITE_PATHS } from './paths.ts'

it('matches the paths of all pages, and none of the API', () => {
  const ours = Object.values(paths).map((path) => (typeof path === 'string' ? path : path('a/b')))
  expect(ours.filter((path) => !SITE_PATHS.test(path))).toEqual([])
  expect(['/?pagina=2', '/busca?q=vacina', '/#topo'].filter((path) => !SITE_PATHS.test(path))).toEqual([])
  const others = ['/graphql', '/feeds/articles.rss', '/export/articles.csv', '/buscas', '/mcp', '/noticia/1']
  expect(others.filter((path) => SITE_PATHS.test(path))).toEqual([])
})
