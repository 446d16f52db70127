import { loadConfig } from '@pauta/platform/config/config'
import { signLinkToken } from '@pauta/delivery/ledger/link-token'
import { smtpChannel } from '@pauta/delivery/channels/email/smtp'
import type { InboxMessage } from '@pauta/emulators/inbox/message-store'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../kit/client/browser.ts'
import { inspectLooks } from '../kit/client/inspect.ts'
import { createClipping, newPerson } from '../kit/rows/people.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'
import { patient } from '../kit/runner/patience.ts'

let stack: TestStack
let browser: Browser
let exit: string

const inbox = () => {
  if (!stack.stack.inbox) throw new Error('the stack has no inbox')
  return stack.stack.inbox
}

beforeAll(async () => {
  stack = await startTestStack({ inbox: { port: 0 } })
  browser = await launchBrowser()
  const author = await newPerson(stack)
  const clippingId = await createClipping(author, { deliveryChannels: { email: true } })
  const [subscription] = await stack.db<{ id: string }[]>`
    select id from subscriptions where clipping_id = ${clippingId}`
  const { secret } = loadConfig('linkSigning').linkSigning
  const target = { purpose: 'unsubscribe', subscriptionId: subscription?.id ?? '', address: null } as const
  exit = `${stack.stack.frontUrl}/unsubscribe?token=${signLinkToken(target, secret)}`
  await fillInbox()
})
afterAll(async () => {
  await browser?.close()
  await stack.stop()
})

/** One message of each channel. */
async function fillInbox(): Promise<void> {
  const { smtp, url, botToken } = inbox()
  const channel = smtpChannel({ ...smtp, tls: 'off', from: { name: 'Pauta', address: 'a@pauta.local' } })
  const html = `<!doctype html><html lang="pt-BR"><head><title>Saúde</title></head><body><h1>Saúde</h1>
    <script>parent.document.title = 'taken over'</script>
    <a href="${exit}" target="_blank" rel="noopener noreferrer">Deixar de receber</a></body></html>`
  const mail = { to: 'ana@exemplo.org', subject: 'Saúde: 2 notícias', html, text: 'Saúde' }
  await channel.send(mail, { deliveryId: 'um', signal: AbortSignal.timeout(patient(5000)) })
  channel.close()
  const post = (path: string, body: unknown) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post(`/bot${botToken}/sendMessage`, { chat_id: 7, text: '<b>Saúde</b>\n\nDuas notícias.' })
  await post('/webhooks/um', { type: 'release.created', data: { clippingName: 'Saúde' } })
}

const idOf = (channel: InboxMessage['channel']) => inbox().list({ channel })[0]?.id

const PAGES: Record<string, () => string> = {
  welcome: () => '/',
  mail: () => `/messages/${idOf('email')}`,
  headers: () => `/messages/${idOf('email')}?view=headers&channel=email`,
  telegram: () => `/messages/${idOf('telegram')}`,
  webhook: () => `/messages/${idOf('webhook')}`,
  'telegram-form': () => '/?channel=telegram',
  'webhook-form': () => '/?channel=webhook',
  'push-form': () => '/?channel=push',
}
const LOOKS = [
  { width: 1200, colorScheme: 'light' },
  { width: 1200, colorScheme: 'dark' },
  { width: 380, colorScheme: 'light' },
] as const

it.each(Object.entries(PAGES))('the inbox is accessible and fits its window: %s', async (name, pathOf) => {
  const page = await browser.newPage({ bypassCSP: true })
  await page.goto(inbox().url + pathOf())
  expect(await inspectLooks(page, LOOKS, { name: `inbox-${name}` })).toEqual([])
  await page.close()
})

describe('the inbox in use', () => {
  it('shows new messages without a reload, under its own policy', async () => {
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await page.goto(inbox().url)
    const before = await page.locator('.list li').count()
    await fillInbox()
    await expect.poll(() => page.locator('.list li').count()).toBe(before + 3)
    expect(complaints).toEqual([])
    await page.close()
  })

  it('runs nothing from a mail, and its links lead to the page behind them', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${inbox().url}/messages/${idOf('email')}`)
    expect(await page.title()).toBe('Saúde: 2 notícias · Caixa de entrada · Pauta')
    const opened = context.waitForEvent('page')
    await page.frameLocator('iframe').getByRole('link', { name: 'Deixar de receber' }).click()
    const exitPage = await opened
    await exitPage.waitForLoadState()
    await exitPage.getByRole('button', { name: 'Deixar de receber' }).click()
    await exitPage.getByRole('heading', { name: 'Pronto: nada mais será enviado' }).waitFor()
    await context.close()
  })
})

it.each([
  ['exit', () => exit],
  ['broken', () => `${stack.stack.frontUrl}/confirm?token=x`],
])('the page behind a link of a mail is accessible and fits its window: %s', async (name, urlOf) => {
  const page = await browser.newPage({ bypassCSP: true })
  await page.goto(urlOf())
  expect(await inspectLooks(page, LOOKS, { name: `link-${name}` })).toEqual([])
  await page.close()
})
