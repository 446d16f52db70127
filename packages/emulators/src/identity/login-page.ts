import type { OAuth2Server } from 'oauth2-mock-server'

const NAME_MAX_CHARACTERS = 60

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

function renderPage(address: string, names: readonly string[]): string {
  const buttons = names
    .map((name) => `<button name="name" value="${escapeHtml(name)}">${escapeHtml(name)}</button>`)
    .join(' ')
  return `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Entrar</title>
<link rel="icon" href="data:,">
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 4rem auto; padding: 0 1rem; color-scheme: light dark }
  button, input { font: inherit; padding: .4rem .8rem; margin: .2rem 0 }
</style>
<h1>Entrar</h1>
<p>Este é o serviço de identidade de desenvolvimento: qualquer nome entra, sem senha.</p>
<form action="/login" method="get">
  <input type="hidden" name="to" value="${escapeHtml(address)}">
  <p>${buttons}</p>
</form>
<form action="/login" method="get">
  <input type="hidden" name="to" value="${escapeHtml(address)}">
  <label>Outro nome <input name="name" required pattern="[a-z0-9\\-]+" maxlength="${NAME_MAX_CHARACTERS}"></label>
  <button>Entrar</button>
</form>
</html>`
}

/**
 * Adds a page on which a person chooses a name to the authorization code flow, which the server would otherwise end at
 * once with one fixed name. `names` are offered as buttons.
 */
export function addLoginPage(server: OAuth2Server, names: readonly string[]): void {
  const nameByCode = new Map<string, string>()
  server.service.on('beforeAuthorizeRedirect', (redirect: { url: URL }) => {
    const page = new URL('/login', server.issuer.url)
    page.searchParams.set('to', redirect.url.href)
    // The server sends the address of its own URL object, so that object has to change.
    redirect.url.href = page.href
  })
  server.service.addRoute('GET', '/login', (request, response) => {
    const { searchParams } = new URL(request.url ?? '', server.issuer.url)
    const to = searchParams.get('to') ?? ''
    const name = searchParams.get('name')
    const code = URL.parse(to)?.searchParams.get('code')
    if (name === null || !code) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(renderPage(to, names))
      return
    }
    nameByCode.set(code, name.slice(0, NAME_MAX_CHARACTERS))
    response.writeHead(302, { location: to }).end()
  })
  server.service.on(
    'beforeTokenSigning',
    (
      { payload }: { payload: Record<string, unknown> },
      request: { body?: { code?: string } } | undefined,
    ) => {
      const name = nameByCode.get(request?.body?.code ?? '')
      if (name !== undefined) payload['sub'] = name
    },
  )
}
