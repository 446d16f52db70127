/** Paths of the site's pages. The functions take identifiers and escape them. */
export const paths = {
  panorama: '/',
  search: '/busca',
  compare: '/comparar',
  agencies: '/orgaos',
  themes: '/temas',
  entities: '/entidades',
  clippings: '/recortes',
  newClipping: '/recortes/novo',
  myClippings: '/meus-recortes',
  alerts: '/alertas',
  login: '/entrar',
  widget: '/widget',
  changes: '/mudancas',
  freshness: '/atualidade',
  about: '/sobre',
  operations: '/operacao',
  operatorLogin: '/operacao/entrar',
  article: (uniqueId: string) => `/noticias/${encodeURIComponent(uniqueId)}`,
  version: (uniqueId: string, number = 1) => `/noticias/${encodeURIComponent(uniqueId)}/versoes/${number}`,
  difference: (uniqueId: string, from = 1, to = 2) =>
    `/noticias/${encodeURIComponent(uniqueId)}/diferencas/${from}/${to}`,
  agency: (key: string) => `/orgaos/${encodeURIComponent(key)}`,
  theme: (code: string) => `/temas/${encodeURIComponent(code)}`,
  entity: (id: string) => `/entidades/${encodeURIComponent(id)}`,
  editClipping: (id: string) => `/meus-recortes/${encodeURIComponent(id)}`,
  duplicateClipping: (id: string) => `/recortes/novo?copia=${encodeURIComponent(id)}`,
  listing: (id: string) => `/recortes/${encodeURIComponent(id)}`,
}

/** The first parts of the paths: `busca`. */
const folders = Object.values(paths).flatMap((path) => {
  const [, folder = ''] = (typeof path === 'string' ? path : path('')).split('/')
  return folder === '' ? [] : [folder]
})

/**
 * Matches the paths of the site's pages, but not those of the API, which has the same host on a laptop. The router leaves
 * other links to the browser.
 */
export const SITE_PATHS = new RegExp(`^/($|[?#]|(${folders.join('|')})($|[/?#]))`)
