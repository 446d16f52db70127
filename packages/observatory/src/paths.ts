/** Paths of the site's pages. The functions take identifiers and escape them. */
export const paths = {
  panorama: '/',
  search: '/busca',
  agencies: '/orgaos',
  themes: '/temas',
  entities: '/entidades',
  clippings: '/recortes',
  newClipping: '/recortes/novo',
  myClippings: '/meus-recortes',
  login: '/entrar',
  widget: '/widget',
  about: '/sobre',
  article: (uniqueId: string) => `/noticias/${encodeURIComponent(uniqueId)}`,
  agency: (key: string) => `/orgaos/${encodeURIComponent(key)}`,
  theme: (code: string) => `/temas/${encodeURIComponent(code)}`,
  entity: (id: string) => `/entidades/${encodeURIComponent(id)}`,
  listing: (id: string) => `/recortes/${encodeURIComponent(id)}`,
}
