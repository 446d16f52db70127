/** Hosts of the sites that are read. Redirects to other hosts are refused. */
export const NEWS_HOSTS: ReadonlySet<string> = new Set([
  'www.gov.br',
  'agenciabrasil.ebc.com.br',
  'tvbrasil.ebc.com.br',
])
