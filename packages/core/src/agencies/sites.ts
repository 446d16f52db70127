/**
 * The software of a news site, which decides how it is read. `plone-html`: server-rendered pages. `plone6-api`: a
 * single-page application over a REST API. `ebc`: the sites of the public broadcaster.
 */
type SiteKind = 'plone-html' | 'plone6-api' | 'ebc'

/** The news listings of an agency. */
export interface AgencySite {
  key: string
  /** Absolute addresses of news listings, newest first, without a trailing slash. */
  listingUrls: readonly string[]
  kind: SiteKind
  /** False when the site is not read any more. */
  active: boolean
}

/** Path of the listing below `https://www.gov.br/<key>/pt-br/`, by the key of the agency. */
const PLONE_HTML: Readonly<Record<string, string>> = {
  abcd: 'noticias',
  abin: 'centrais-de-conteudo/noticias',
  acessoainformacao: 'noticias',
  aeb: 'assuntos/noticias',
  agricultura: 'assuntos/noticias',
  agu: 'comunicacao/noticias',
  ana: 'assuntos/noticias-e-eventos/noticias',
  anac: 'noticias/ultimas-noticias-1',
  ancine: 'assuntos/noticias',
  aneel: 'assuntos/noticias',
  anm: 'assuntos/noticias/ultimas-noticias',
  anp: 'canais_atendimento/imprensa/noticias-comunicados',
  ans: 'assuntos/noticias',
  antaq: 'noticias',
  antt: 'assuntos/ultimas-noticias',
  anvisa: 'assuntos/noticias-anvisa',
  arquivonacional: 'canais_atendimento/imprensa/copy_of_noticias',
  bn: 'central-de-conteudos/noticias',
  cade: 'assuntos/noticias',
  capes: 'assuntos/noticias',
  casacivil: 'assuntos/noticias',
  casaruibarbosa: 'centrais-de-conteudo/noticias/2025',
  caslode: 'noticias',
  cbpf: 'assuntos/noticias',
  cbtu: 'assuntos/noticias',
  cdtn: 'centrais-de-conteudo/noticias',
  cemaden: 'assuntos/noticias-cemaden/ultimas-noticias',
  cetem: 'noticias',
  cetene: 'assuntos/noticias',
  cgu: 'assuntos/noticias/ultimas-noticias',
  cidades: 'assuntos/noticias-1',
  cnen: 'assunto/ultimas-noticias',
  cnpq: 'assuntos/noticias',
  coaf: 'assuntos/noticias/ultimas-noticias',
  compras: 'acesso-a-informacao/noticias',
  conarq: 'assuntos/noticias',
  conitec: 'assuntos/noticias',
  'conselho-nacional-de-saude': 'assuntos/noticias',
  corregedorias: 'aconteceu-aqui/noticias',
  crcnne: 'assuntos/noticias',
  cti: 'assuntos/noticias',
  ctir: 'assuntos/noticias/2025',
  cultura: 'assuntos/noticias',
  culturaviva: 'acesso-a-informacao/noticias',
  cvm: 'assuntos/noticias',
  defesa: 'centrais-de-conteudo/noticias',
  dnit: 'assuntos/noticias',
  dnocs: 'assuntos/noticias',
  ebserh: 'comunicacao/noticias',
  'empresas-e-negocios': 'empreendedor/mais-noticias',
  esocial: 'noticias',
  fazenda: 'assuntos/noticias',
  fnde: 'assuntos/noticias',
  funag: 'centrais-de-conteudo/noticias',
  funarte: 'assuntos/noticias/todas-noticias',
  fundaj: 'centrais-de-conteudo/noticias-1',
  gestao: 'assuntos/noticias/noticias',
  governodigital: 'noticias',
  gsi: 'centrais-de-conteudo/noticias/2025',
  ibama: 'assuntos/noticias/2025',
  ibde: 'assuntos/noticias',
  ibict: 'colecoes/colecao-de-todas-as-noticias-do-site',
  icmbio: 'assuntos/noticias/ultimas-noticias',
  iec: 'assuntos/noticias',
  ien: 'assuntos/noticias',
  igualdaderacial: 'assuntos/copy2_of_noticias',
  imprensanacional: 'assuntos/noticias',
  inca: 'assuntos/noticias',
  inep: 'assuntos/noticias',
  ines: 'central-de-conteudos/noticias',
  inma: 'assuntos/noticias',
  inmetro: 'centrais-de-conteudo/noticias',
  inpa: 'assuntos/noticias',
  inpe: 'assuntos/ultimas-noticias',
  inpi: 'central-de-conteudo/noticias',
  inss: 'noticias/ultimas-noticias',
  ird: 'assuntos/noticias',
  iti: 'assuntos/noticias/indice-de-noticias',
  jbrj: 'assuntos/noticias',
  lna: 'assuntos/noticias',
  lncc: 'assuntos/noticias/ultimas-noticias-1',
  mcom: 'noticias',
  mcti: 'acompanhe-o-mcti/noticias/ultimas-noticias',
  mda: 'noticias',
  mdh: 'assuntos/noticias',
  mdic: 'assuntos/noticias',
  mdr: 'noticias',
  mds: 'noticias-e-conteudos/desenvolvimento-social/noticias-desenvolvimento-social',
  mec: 'assuntos/noticias',
  mj: 'assuntos/noticias',
  mma: 'assuntos/noticias/ultimas-noticias',
  mme: 'assuntos/noticias',
  mpa: 'assuntos/noticias',
  mre: 'assuntos/portal-consular/alertas%20e%20noticias/noticias',
  museudoindio: 'assuntos/noticias',
  museus: 'assuntos/noticias',
  nfse: 'noticias',
  observatorio: 'assuntos/noticias',
  palmares: 'assuntos/noticias',
  pf: 'assuntos/noticias/noticias-destaque',
  pgfn: 'assuntos/noticias',
  planalto: 'acompanhe-o-planalto/noticias',
  previdencia: 'noticias',
  prf: 'noticias/nacionais',
  receitafederal: 'assuntos/noticias',
  saude: 'assuntos/noticias',
  secom: 'assuntos/noticias',
  secretariageral: 'noticias',
  semanaenef: 'noticias',
  senappen: 'assuntos/noticias',
  servicoscompartilhados: 'acesso-a-informacao/noticias',
  servidor: 'assuntos/noticias',
  siscomex: 'noticias',
  sri: 'noticias/mais-noticias/ultimas-noticias',
  sudam: 'noticias-1',
  sudene: 'assuntos/noticias',
  suframa: 'assuntos/noticias',
  tesouronacional: 'noticias',
  'trabalho-e-emprego': 'noticias-e-conteudo',
  transportes: 'assuntos/noticias',
  turismo: 'assuntos/noticias',
}

/** Like PLONE_HTML, for sites with the REST API. */
const PLONE_6: Readonly<Record<string, string>> = {
  abc: 'assuntos/noticias',
  aids: 'assuntos/noticias',
  anatel: 'assuntos/noticias',
  anpd: 'assuntos/noticias',
  ansn: 'assuntos/noticias',
  censipam: 'central-de-conteudos/noticias',
  ctav: 'noticias',
  esd: 'central-de-conteudo/noticias',
  esg: 'centrais-de-conteudo/noticias',
  esporte: 'noticias-e-conteudos/esporte',
  florestal: 'assuntos/noticias',
  funai: 'assuntos/noticias',
  fundacentro: 'comunicacao/noticias',
  hfa: 'noticias',
  ibc: 'centrais-de-conteudos/noticias',
  incra: 'assuntos/noticias',
  inpp: 'noticias',
  insa: 'assuntos/noticias',
  int: 'assuntos/noticias',
  iphan: 'assuntos/noticias',
  lapoc: 'assuntos/noticias',
  mast: 'assuntos/noticias',
  memoriasreveladas: 'centrais-de-conteudo/destaques',
  memp: 'assuntos/noticias',
  mulheres: 'central-de-conteudos/noticias',
  museugoeldi: 'arquivos/noticias',
  ouvidorias: 'assuntos/noticias',
  patrimonio: 'central-de-conteudo/noticias',
  planejamento: 'assuntos/noticias',
  pncp: 'central-de-conteudo/noticias',
  'portos-e-aeroportos': 'assuntos/noticias',
  povosindigenas: 'assuntos/noticias',
  previc: 'noticias',
  'propriedade-intelectual': 'assuntos/noticias',
  reconstrucaors: 'acompanhe-a-reconstrucao/noticias',
  sudeco: 'assuntos/noticias',
  susep: 'central-de-conteudos/noticias',
  transferegov: 'noticias',
}

/** Listings whose address does not begin with the key. */
const ELSEWHERE: Readonly<Record<string, { kind: SiteKind; url: string }>> = {
  agencia_brasil: { kind: 'ebc', url: 'https://agenciabrasil.ebc.com.br/ultimas' },
  cisc: { kind: 'plone-html', url: 'https://www.gov.br/pt-br/noticias' },
  investidor: { kind: 'plone-html', url: 'https://www.gov.br/pt-br/noticias' },
  'memoria-ebc': { kind: 'ebc', url: 'https://memoria.ebc.com.br/noticias' },
  'produtividade-e-comercio-exterior': { kind: 'plone-html', url: 'https://www.gov.br/pt-br/noticias' },
  tvbrasil: { kind: 'ebc', url: 'https://tvbrasil.ebc.com.br/ultimas' },
}

/** Sites that are not read any more, with the day and the reason of the decision, where known. */
const CLOSED: ReadonlySet<string> = new Set([
  // 2025-01-15: their listing shows the news of the whole portal.
  'cisc',
  'investidor',
  'produtividade-e-comercio-exterior',
  // 2025-01-15
  'ibde',
  'siscomex',
  // 2026-02-12: returns 502.
  'memoria-ebc',
  // 2026-03-04: returns 404; the site has no standard news page.
  'imprensanacional',
  // 2026-06-11: returns 403; the successor is ansn.
  'lapoc',
])

function site(key: string, kind: SiteKind, url: string): AgencySite {
  return { key, listingUrls: [url], kind, active: !CLOSED.has(key) }
}

function onGovBr(paths: Readonly<Record<string, string>>, kind: SiteKind): AgencySite[] {
  return Object.entries(paths).map(([key, path]) =>
    site(key, kind, `https://www.gov.br/${key}/pt-br/${path}`),
  )
}

/**
 * The 165 sites that are or were read, by key. Listings of a single year (`/2025`) get no news from January on; their
 * parent folder lists all years.
 */
export const AGENCY_SITES: readonly AgencySite[] = [
  ...onGovBr(PLONE_HTML, 'plone-html'),
  ...onGovBr(PLONE_6, 'plone6-api'),
  ...Object.entries(ELSEWHERE).map(([key, { kind, url }]) => site(key, kind, url)),
].sort((a, b) => (a.key < b.key ? -1 : 1))
