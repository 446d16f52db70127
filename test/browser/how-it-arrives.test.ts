import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../kit/client/browser.ts'
import { FAULTLESS, inspect } from '../kit/client/inspect.ts'
import { logInOnPage, openTestSite, visitSite, type Visit } from '../kit/client/observatory.ts'
import { newPerson } from '../kit/rows/people.ts'
import { startTestStack, uniqueName, type TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
let browser: Browser

beforeAll(async () => {
  stack = await startTestStack({ site: await openTestSite(), inbox: { port: 0 } })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stack.stop()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Publishes a clipping of a new author and opens its page, logged in as a new person who follows it. */
async function follow(visit: Visit, name: string): Promise<void> {
  const { page } = visit
  const author = await newPerson(stack)
  const { createClipping } = await author.query(
    `mutation ($input: ClippingInput!) { createClipping(input: $input) { id } }`,
    { input: { name, schedule: '0 8 * * *', recortes: [{ title: 'Dengue', keywords: ['dengue'] }] } },
  )
  const { publishToMarketplace } = await author.query(
    `mutation ($id: String!, $input: PublishInput!) { publishToMarketplace(clippingId: $id, input: $input) { id } }`,
    { id: createClipping.id, input: { name } },
  )
  await visit.open('/meus-recortes')
  await logInOnPage(visit, uniqueName('leitora'))
  await visit.open(`/recortes/${publishToMarketplace.id}`)
  await button(page, 'Seguir por e-mail').click()
  await page.getByText('Você segue este clipping').waitFor()
}

it('a follower chooses channels, addresses and further recipients, and finds them saved, with the secret of the webhook', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await follow(visit, 'Publicado por outra pessoa')
  await page.getByRole('link', { name: 'Como recebo' }).click()
  await page.getByRole('heading', { level: 1, name: 'Como recebo “Publicado por outra pessoa”' }).waitFor()
  expect(await page.getByLabel('E-mail da sua conta').isChecked()).toBe(true)
  await page.getByLabel('E-mail da sua conta').uncheck()
  await page.getByLabel('Webhook', { exact: true }).check()
  await page.getByText('aparece aqui depois de salvar').waitFor()
  await page.getByLabel('Webhook: endereço (https)').fill('https://127.0.0.1/aviso')
  await button(page, 'Salvar').click()
  await page.getByRole('alert').waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/meus-recortes\/./)
  await page.getByLabel('Webhook: endereço (https)').fill('https://exemplo.org/aviso')
  await page.getByLabel('Outros e-mails, separados por vírgula').fill('bia@exemplo.org, caio@exemplo.org')
  await button(page, 'Salvar').click()
  await page.waitForURL((url) => url.pathname === '/meus-recortes')
  await page.getByRole('link', { name: 'Como recebo' }).click()
  await page.getByRole('heading', { level: 1, name: 'Como recebo' }).waitFor()
  expect(await page.getByLabel('E-mail da sua conta').isChecked()).toBe(false)
  expect(await page.getByLabel('Webhook: endereço (https)').inputValue()).toBe('https://exemplo.org/aviso')
  expect(await page.getByLabel('Outros e-mails, separados por vírgula').inputValue()).toBe(
    'bia@exemplo.org, caio@exemplo.org',
  )
  await page.getByText('Segredo da assinatura do webhook').click()
  const [saved] = await stack.db<{ secret: string }[]>`
    select secret from subscription_channels where channel = 'webhook' and active`
  await page.getByText(saved?.secret ?? 'nenhum', { exact: true }).waitFor()
  expect(await inspect(page, 'how-it-arrives')).toEqual(FAULTLESS)
})

it('a person links Telegram from the form, and it says so when the person comes back', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await follow(visit, 'Para o Telegram')
  await page.getByRole('link', { name: 'Como recebo' }).click()
  await page.getByLabel('Telegram', { exact: true }).check()
  await button(page, 'Vincular o Telegram').click()
  const address = await page.getByRole('link', { name: 'Abrir o bot no Telegram' }).getAttribute('href')
  // The button that was pressed is gone.
  expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^Abrir o bot/)
  expect(await inspect(page, 'telegram-link')).toEqual(FAULTLESS)
  const start = new URL(address ?? '').searchParams.get('start') ?? ''
  expect(await stack.stack.inbox?.telegram.write(4711, `/start ${start}`)).toMatch(/^Tudo certo/)
  await page.evaluate(`dispatchEvent(new Event('focus'))`)
  await page.getByText('O seu Telegram está vinculado.').waitFor()
})

it('a clipping that a person neither made nor follows has no form', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await follow(visit, 'Só por pouco tempo')
  await page.getByRole('link', { name: 'Como recebo' }).click()
  await page.getByRole('heading', { level: 1, name: 'Como recebo' }).waitFor()
  const form = new URL(page.url()).pathname
  await page.goBack()
  await button(page, 'Deixar de seguir').click()
  await button(page, 'Seguir por e-mail').waitFor()
  await visit.open(form)
  await page.getByText('Este clipping não existe ou é de outra pessoa.').waitFor()
  expect(await button(page, 'Salvar').count()).toBe(0)
})

/** Headless Chromium has no push service; the inbox has one, with browsers that decrypt. */
async function useInboxAsPushService({ page }: Visit, publicKey: string): Promise<string> {
  const made = stack.stack.inbox!.push.subscribe()
  const own = JSON.stringify({ ...made, publicKey })
  await page.addInitScript(`{
    const { endpoint, keys, publicKey } = ${own}
    const options = { applicationServerKey: Uint8Array.fromBase64(publicKey, { alphabet: 'base64url' }).buffer }
    let kept = null
    PushManager.prototype.getSubscription = async () => kept
    PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
      if (applicationServerKey !== publicKey || !userVisibleOnly) throw new Error('another key')
      return (kept = { endpoint, options, toJSON: () => ({ keys }), unsubscribe: async () => !(kept = null) })
    }
  }`)
  return made.endpoint
}

it('a person subscribes the browser to notifications from the form, and its worker shows what arrives', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  const { pushPublicKey } = await stack.query('{ pushPublicKey }')
  const endpoint = await useInboxAsPushService(visit, pushPublicKey as string)
  await follow(visit, 'Com notificações')
  await page.getByRole('link', { name: 'Como recebo' }).click()
  await page.getByLabel('Notificação do navegador').check()
  const listBrowsers = async () => await stack.db`select endpoint from push_subscriptions`
  await page.context().grantPermissions([], { origin: stack.stack.frontUrl })
  await button(page, 'Receber neste navegador').click()
  await page.getByText('O navegador não permite notificações desta página.').waitFor()
  expect(await listBrowsers()).toEqual([])

  await page.context().grantPermissions(['notifications'], { origin: stack.stack.frontUrl })
  await button(page, 'Receber neste navegador').click()
  await page.getByText('Este navegador recebe as notificações da sua conta.').waitFor()
  expect(await listBrowsers()).toEqual([{ endpoint }])
  expect(await inspect(page, 'push-browser')).toEqual(FAULTLESS)

  // The shell of Chromium shows no notifications, so the worker keeps what it would show.
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('the page registered no worker')
  await worker.evaluate(`
    globalThis.shown = []
    registration.showNotification = async (title, options) => void shown.push({ title, ...options })`)
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
      if (one) resolve(one.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: stack.stack.frontUrl,
    registrationId: await registered,
    data: JSON.stringify({
      title: 'Dengue',
      body: 'Três notícias',
      url: 'https://exemplo.org/edicao',
      tag: 'c1',
    }),
  })
  await expect
    .poll(() => worker.evaluate('shown'))
    .toMatchObject([
      {
        title: 'Dengue',
        body: 'Três notícias',
        tag: 'c1',
        lang: 'pt-BR',
        data: { url: 'https://exemplo.org/edicao' },
      },
    ])

  await button(page, 'Deixar de receber neste navegador').click()
  await button(page, 'Receber neste navegador').waitFor()
})
