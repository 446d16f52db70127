import type { SiteAnswer } from './site-types.ts'

/**
 * What a site does in place of its page. `slow` waits for the delay of the options and then answers as usual. `hang-up`
 * closes the connection. `endless` sends a body without an end. `wrong-charset` sends windows-1252 bytes that are
 * declared as UTF-8. `cut-off` closes the connection in the middle of the page.
 */
export type Trouble =
  | 'not-found'
  | 'gone'
  | 'forbidden'
  | 'challenge'
  | 'firewall'
  | 'captcha'
  | 'login'
  | 'maintenance'
  | 'empty'
  | 'too-many'
  | 'unavailable'
  | 'server-error'
  | 'redirect-home'
  | 'redirect-away'
  | 'redirect-loop'
  | 'slow'
  | 'hang-up'
  | 'cut-off'
  | 'endless'
  | 'wrong-charset'

/** Troubles that change how an answer is sent. The others are answers of their own. */
export type Delivery = 'slow' | 'hang-up' | 'cut-off' | 'endless' | 'wrong-charset'

const DELIVERIES: ReadonlySet<string> = new Set<Delivery>([
  'slow',
  'hang-up',
  'cut-off',
  'endless',
  'wrong-charset',
])

export const isDelivery = (trouble: Trouble): trouble is Delivery => DELIVERIES.has(trouble)

const RETRY_AFTER_SECONDS = 30
/** An address of cloud machines, which a scraper must never ask. */
const PRIVATE_ADDRESS = 'http://169.254.169.254/latest/meta-data/'

const page = (title: string, body: string) =>
  `<!DOCTYPE html><html lang="pt-br"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`

const html = (status: number, body: string, headers: Record<string, string> = {}): SiteAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body,
})

const redirect = (location: string): SiteAnswer => ({ status: 302, headers: { location }, body: '' })

const LOGIN_FORM = '<form><input name="__ac_name"><input type="password" name="__ac_password"></form>'
const CHALLENGE = '<div id="challenge-platform">Checking your browser before accessing.</div>'

const ANSWERS: Readonly<Record<Exclude<Trouble, Delivery>, (address: string) => SiteAnswer>> = {
  'not-found': () => html(404, page('Página não encontrada', '<h1>Página não encontrada</h1>')),
  gone: () => html(410, page('Removida', '<h1>Esta página foi removida</h1>')),
  forbidden: () => html(403, page('403', '<h1>403</h1>')),
  challenge: () => html(200, page('Just a moment...', CHALLENGE)),
  firewall: () => html(403, 'Access Denied.', { server: 'BigIP' }),
  captcha: () => html(200, page('Verificação', '<form><div class="g-recaptcha"></div></form>')),
  login: () => html(200, page('Acesso', LOGIN_FORM)),
  maintenance: () => html(200, page('Site em manutenção', '<h1>Site em manutenção</h1>')),
  empty: () => html(200, ''),
  'too-many': () =>
    html(429, page('429', 'Muitas requisições'), { 'retry-after': String(RETRY_AFTER_SECONDS) }),
  unavailable: () => html(503, page('503', 'Serviço indisponível')),
  'server-error': () => html(500, page('500', 'Erro interno')),
  'redirect-home': () => redirect('/'),
  'redirect-away': () => redirect(PRIVATE_ADDRESS),
  'redirect-loop': redirect,
}

/** The answer of a site in trouble. `address` is the asked address. */
export const answerInTrouble = (trouble: Exclude<Trouble, Delivery>, address: string): SiteAnswer =>
  ANSWERS[trouble](address)
