import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../kit/client/browser.ts'
import { FAULTLESS, inspect } from '../kit/client/inspect.ts'
import { logInOnPage, openTestSite, visitSite, type Visit } from '../kit/client/observatory.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { tables } from '../kit/rows/tables.ts'
import { startTestStack, uniqueName, type TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
let browser: Browser

beforeAll(async () => {
  stack = await startTestStack({ site: await openTestSite() })
  await stack.publish([
    anArticle({ title: 'Dengue recua no país', agencyKey: 'saude', publishedAt: ago({ hours: 3 }) }),
  ])
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stack.stop()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const nameField = (page: Page) => page.getByLabel('Nome do clipping')
const wordsField = (page: Page) => page.getByLabel('Palavras, separadas por vírgula', { exact: true })
const cardOf = (page: Page, name: string) =>
  page.locator('.card', { has: page.getByRole('heading', { name, exact: true }) })
const excludedField = (page: Page) => page.getByRole('combobox', { name: 'Exceto os órgãos' })
// The field has the name when the list of agencies is there; before, it has the key.
const excludedAgency = (page: Page) => button(page, 'Remover Ministério da Saúde')
const keptText = (page: Page) => page.getByText('Este rascunho ficou guardado nesta aba')

/** Logs a new person in and opens the form by hand. */
async function openForm(visit: Visit): Promise<void> {
  await visit.open('/recortes/novo')
  await logInOnPage(visit, uniqueName('leitora'))
  await button(visit.page, 'Montar à mão').click()
}

/** The time of the login runs out while a person writes. */
const expire = (page: Page) =>
  page.evaluate(`localStorage.setItem('pauta.session',
    JSON.stringify({ ...JSON.parse(localStorage.getItem('pauta.session')), expiresAt: 1 }))`)

it('a form that is not saved stays through a reload and another page, until it is saved or given up', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await openForm(visit)
  await nameField(page).fill('Da editora')
  await wordsField(page).fill('dengue')
  await excludedField(page).selectOption('saude')
  await page.getByLabel('domingo').uncheck()
  await page.reload()
  await keptText(page).waitFor()
  expect(await nameField(page).inputValue()).toBe('Da editora')
  expect(await wordsField(page).inputValue()).toBe('dengue')
  await excludedAgency(page).waitFor()
  expect(await page.getByLabel('domingo').isChecked()).toBe(false)
  expect(await inspect(page, 'clipping-draft')).toEqual(FAULTLESS)
  await page.getByRole('link', { name: 'Temas' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Temas' }).waitFor()
  await page.goBack()
  await expect.poll(() => nameField(page).inputValue()).toBe('Da editora')
  await button(page, 'Salvar clipping').click()
  await cardOf(page, 'Da editora').waitFor()
  await cardOf(page, 'Da editora')
    .locator('dt', { hasText: 'Exceto os órgãos' })
    .waitFor({ state: 'attached' })
  await cardOf(page, 'Da editora').getByRole('link', { name: 'Editar' }).click()
  await nameField(page).waitFor()
  await excludedAgency(page).waitFor()
  expect(await keptText(page).count()).toBe(0)
  await nameField(page).fill('Outro nome')
  await page.reload()
  await keptText(page).waitFor()
  expect(await nameField(page).inputValue()).toBe('Outro nome')
  await button(page, 'Descartar o rascunho').click()
  expect(await nameField(page).inputValue()).toBe('Da editora')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Recortes')
  await page.reload()
  await nameField(page).waitFor()
  expect([await nameField(page).inputValue(), await keptText(page).count()]).toEqual(['Da editora', 0])
  // The form of a new clipping was saved, so another one begins with its sentence.
  await visit.open('/recortes/novo')
  expect(await page.getByLabel('O que você quer acompanhar').count()).toBe(1)
})

it('a clipping whose channel was refused is changed by the next try after a reload, and made once', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await openForm(visit)
  await nameField(page).fill('Uma vez só')
  await wordsField(page).fill('dengue')
  await page.getByLabel('Webhook', { exact: true }).check()
  await page.getByLabel('Webhook: endereço (https)').fill('https://127.0.0.1/aviso')
  await button(page, 'Salvar clipping').click()
  await page.getByRole('alert').waitFor()
  await page.reload()
  await keptText(page).waitFor()
  await page.getByLabel('Webhook', { exact: true }).uncheck()
  await button(page, 'Salvar clipping').click()
  await cardOf(page, 'Uma vez só').first().waitFor()
  expect(await cardOf(page, 'Uma vez só').count()).toBe(1)
  // The next new form is another clipping.
  await visit.open('/recortes/novo')
  await button(page, 'Montar à mão').click()
  await nameField(page).fill('Outra')
  await wordsField(page).fill('dengue')
  await button(page, 'Salvar clipping').click()
  await cardOf(page, 'Outra').waitFor()
  expect(await cardOf(page, 'Uma vez só').count()).toBe(1)
})

it('a sentence that was not sent stays through a reload, until a form is made of it', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  const sentence = page.getByLabel('O que você quer acompanhar')
  await visit.open('/recortes/novo')
  await logInOnPage(visit, uniqueName('leitora'))
  await sentence.fill('dengue, todo dia às 7h')
  await page.reload()
  await expect.poll(() => sentence.inputValue()).toBe('dengue, todo dia às 7h')
  await button(page, 'Montar filtros').click()
  await nameField(page).waitFor()
  await button(page, 'Salvar clipping').click()
  await page.waitForURL((url) => url.pathname === '/meus-recortes')
  await visit.open('/recortes/novo')
  expect(await sentence.inputValue()).toBe('')
})

it('a draft that an earlier version of the site kept opens without the filters that it lacks', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await openForm(visit)
  await wordsField(page).fill('dengue')
  await page.evaluate(`(() => {
    const draft = JSON.parse(sessionStorage.getItem('pauta.draft.new'))
    for (const recorte of draft.recortes) delete recorte.excludeAgencies
    sessionStorage.setItem('pauta.draft.new', JSON.stringify(draft))
  })()`)
  await page.reload()
  await keptText(page).waitFor()
  expect(await wordsField(page).inputValue()).toBe('dengue')
  await excludedField(page).selectOption('saude')
  await excludedAgency(page).waitFor()
})

it('after the login has expired the form offers it in place, and has everything afterwards', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await openForm(visit)
  await nameField(page).fill('Sem entrada')
  await wordsField(page).fill('dengue')
  await expire(page)
  await button(page, 'Salvar clipping').click()
  await page.getByRole('alert').getByText('O que você preencheu fica guardado').waitFor()
  await logInOnPage(visit, uniqueName('leitora'))
  await expect.poll(() => nameField(page).inputValue()).toBe('Sem entrada')
  await button(page, 'Salvar clipping').click()
  await cardOf(page, 'Sem entrada').waitFor()
})

it('who leaves the site by its button leaves no draft to the next person of the tab', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await openForm(visit)
  await nameField(page).fill('Só meu')
  await visit.open('/meus-recortes')
  await page.getByRole('button', { name: /^Sair/ }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await openForm(visit)
  expect(await nameField(page).inputValue()).toBe('')
})

it('a channel that was switched off says why on its clipping, and is switched on again there', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await openForm(visit)
  await nameField(page).fill('Com canal desligado')
  await wordsField(page).fill('dengue')
  await button(page, 'Salvar clipping').click()
  const card = cardOf(page, 'Com canal desligado')
  await card.waitFor()
  const [subscription] = await stack.db<{ id: string }[]>`
    select s.id from subscriptions s join clippings c on c.id = s.clipping_id where c.name = 'Com canal desligado'`
  const of = { subscriptionId: subscription?.id ?? '', channel: 'email' }
  await tables.subscriptionChannels.set(stack.db, of, { active: false })
  await tables.channelFailures.add(stack.db, {
    ...of,
    disabledAt: new Date('2026-06-01T12:00:00Z'),
    reason: '5 releases in a row failed',
  })
  await page.reload()
  const sentence = 'E-mail da sua conta: desligado em'
  await card.getByText(sentence).waitFor()
  expect(await inspect(page, 'channel-problem')).toEqual(FAULTLESS)
  await card.getByRole('link', { name: 'Editar' }).click()
  // The list has the sentence too, until the form is there.
  await page.getByRole('heading', { level: 1, name: 'Editar “Com canal desligado”' }).waitFor()
  await page.getByText(sentence).waitFor()
  expect(await inspect(page, 'channel-problem-form')).toEqual(FAULTLESS)
  expect(await page.getByLabel('E-mail da sua conta').isChecked()).toBe(false)
  await page.goBack()
  await button(page, 'Ligar de novo').click()
  await card.getByText('O canal está ligado de novo.').waitFor()
  await expect.poll(() => card.getByText(sentence).count()).toBe(0)
  expect(
    await stack.db`select active from subscription_channels where subscription_id = ${of.subscriptionId}`,
  ).toEqual([{ active: true }])
})
