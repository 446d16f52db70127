import type { InboxMessage } from '@pauta/emulators/inbox/message-store'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../kit/client/browser.ts'
import { FAULTLESS, inspect } from '../kit/client/inspect.ts'
import { logInOnPage, openTestSite, visitSite, type Visit } from '../kit/client/observatory.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { tables } from '../kit/rows/tables.ts'
import { eventually } from '../kit/runner/eventually.ts'
import { startTestStack, uniqueName, type TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
let browser: Browser

beforeAll(async () => {
  stack = await startTestStack({ site: await openTestSite(), inbox: { port: 0 } })
  await stack.publish(
    ['Dengue recua no país', 'Vacina contra a dengue chega a mais cidades'].map((title) =>
      anArticle({ title, agencyKey: 'saude', publishedAt: ago({ hours: 3 }) }),
    ),
  )
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stack.stop()
})

const mailTo = (address: string): Promise<InboxMessage> =>
  eventually(() => {
    const [mail] = stack.stack.inbox?.list({ channel: 'email', to: address }) ?? []
    if (!mail) throw new Error('no mail has arrived yet')
    return mail
  })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function askFor(visit: Visit, email: string): Promise<void> {
  await visit.open('/busca?q=dengue')
  await button(visit.page, 'Receber por e-mail').click()
  await visit.page.getByLabel('Seu e-mail').fill(email)
  await button(visit.page, 'Pedir confirmação').click()
  await visit.page.getByText('abra-a e confirme').waitFor()
}

/** Returns the path of the link in the question to an address. */
async function linkTo(email: string): Promise<string> {
  const [link = ''] = /http\S+\/alertas\?token=[\w.-]+/.exec((await mailTo(email)).text) ?? []
  const { pathname, search } = new URL(link)
  return `${pathname}${search}`
}

describe('a search', () => {
  it('becomes a clipping by two clicks of a person with an account', async () => {
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    await visit.open('/recortes/novo')
    await logInOnPage(visit, 'autora-de-alertas')
    await visit.open('/busca?q=dengue&agencies=saude&excludeAgencies=mec&excludeKeywords=nota+de+pesar')
    await button(page, 'Receber por e-mail').click()
    await page.getByRole('button', { name: 'Receber', exact: true }).click()
    await page.getByText(/^Pronto\. A próxima edição sai em/).waitFor()
    await page.getByRole('link', { name: 'Alterar o clipping' }).click()
    await page.getByRole('heading', { name: /Editar “dengue · / }).waitFor()
    expect(await page.getByLabel('Palavras, separadas por vírgula', { exact: true }).inputValue()).toBe(
      'dengue',
    )
    // An agency without news has its key as its name.
    await button(page, 'Remover mec').waitFor()
    expect(await page.getByLabel('Sem as palavras, separadas por vírgula').inputValue()).toBe('nota de pesar')
  })

  it('becomes an alert of an address, which is confirmed, changed and left on one page', async () => {
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    const email = `${uniqueName('leitora')}@exemplo.org`
    await askFor(visit, email)
    await visit.open(await linkTo(email))
    // Opening the link, as programs do, confirms nothing.
    expect(await tables.addressConsents.count(stack.db, { address: email, status: 'asked' })).toBe(1)
    await button(page, 'Confirmar “dengue”').click()
    await page.getByText('Confirmado. As edições chegam por e-mail.').waitFor()
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1')
    await page.getByLabel('Com que frequência').selectOption({ label: 'Às segundas-feiras, às 7h' })
    await page.getByText('Alteração salva.').waitFor()
    await page.getByText('Alterar o que chega').click()
    await page.getByLabel('Sem as palavras, separadas por vírgula').fill('futebol')
    await button(page, 'Salvar alteração').click()
    await page.getByText('Alteração salva.').waitFor()
    const [alert] = await stack.db`
      select c.schedule, c.active, r.exclude_keywords from clippings c join recortes r on r.clipping_id = c.id
      join subscriptions s on s.clipping_id = c.id where ${email} = any(s.extra_emails)`
    expect(alert).toEqual({ schedule: '0 7 * * 1', active: true, excludeKeywords: ['futebol'] })
    await button(page, 'Sair e apagar o endereço').click()
    await page.getByText('Este endereço não tem nenhum alerta').waitFor()
    expect(await tables.addressConsents.count(stack.db, { address: email })).toBe(0)
    expect(visit.problems).toEqual([])
  })
})

describe('the page of alerts', () => {
  it('has no violation, in light and dark, narrow and wide, with an alert and without a link', async () => {
    await using visit = await visitSite(browser, stack)
    const email = `${uniqueName('leitora')}@exemplo.org`
    await askFor(visit, email)
    expect(await inspect(visit.page, 'alert-asked')).toEqual(FAULTLESS)
    await visit.open(await linkTo(email))
    expect(await inspect(visit.page, 'alerts')).toEqual(FAULTLESS)
    await visit.open('/alertas')
    expect(await inspect(visit.page, 'alerts-without-link')).toEqual(FAULTLESS)
  })

  it('says what is wrong with a changed link', async () => {
    await using visit = await visitSite(browser, stack)
    await visit.open('/alertas?token=a.b')
    const failure = visit.page.getByRole('alert')
    await failure.waitFor()
    expect(await failure.textContent()).toContain('este link não é válido')
  })
})
