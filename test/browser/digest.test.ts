import { composeDigest } from '@pauta/delivery/digest/digest'
import { clippingEndedMail } from '@pauta/delivery/mails/clipping-ended-mail'
import { confirmationMail } from '@pauta/delivery/mails/confirmation-mail'
import { renderMail } from '@pauta/delivery/mails/digest-mail'
import { withPublisher } from '@pauta/delivery/mails/publisher-parts'
import { publisherSchema } from '@pauta/platform/config/publisher'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../kit/client/browser.ts'
import { inspectLooks } from '../kit/client/inspect.ts'
import { aDigestArticle, aDigestInput } from '../delivery/digest-samples.ts'
import { HOSTILE_HTML, HOSTILE_URLS } from '../delivery/hostile-html.ts'

/** Time for handlers that a hostile element would start. */
const SETTLE_MS = 50

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const recipient = {
  why: 'Você recebe este e-mail porque assina o clipping “Saúde pública” na Pauta.',
  unsubscribeUrl: 'https://api.example.org/unsubscribe?token=abc',
  releaseUrl: 'https://portal.example.org/clipping/release/01J',
}
// As it is sent: with the parts of the publisher above and below.
const digest = withPublisher(
  renderMail(composeDigest(aDigestInput()), recipient),
  publisherSchema.parse({ contact: 'imprensa@orgao.example' }),
  'https://api.example.org',
)
const MAILS = {
  digest,
  confirmation: confirmationMail({
    clippingName: 'Saúde pública',
    authorName: 'Maria da Silva',
    confirmUrl: `https://api.example.org/confirm?token=${'abcdef'.repeat(20)}`,
  }),
  ended: clippingEndedMail({
    clippingName: 'Saúde pública',
    isUnpublished: false,
    portalUrl: 'https://portal.example.org',
  }),
}

const LOOKS = [
  { width: 320, colorScheme: 'light' },
  { width: 640, colorScheme: 'light' },
  { width: 640, colorScheme: 'dark' },
  { width: 320, colorScheme: 'dark' },
] as const

it.each(Object.entries(MAILS))('the %s mail is accessible and fits its window', async (name, { html }) => {
  const page = await browser.newPage({ bypassCSP: true })
  await page.setContent(html)
  expect(await inspectLooks(page, LOOKS, { name })).toEqual([])
  await page.close()
})

describe('hostile content', () => {
  let page: Page
  let ran = false
  beforeAll(async () => {
    page = await browser.newPage({ bypassCSP: true })
    await page.exposeFunction('pwned', () => (ran = true))
  })

  /** Opens a digest as a frame without any sandbox and policy would show it, and asks the parsed page what is in it. */
  async function look(html: string) {
    const requests: string[] = []
    const keep = (request: Request) => requests.push(request.url())
    ran = false
    page.on('request', keep)
    await page.setContent(html)
    await page.mouse.move(100, 200)
    await page.waitForTimeout(SETTLE_MS)
    const found = await page.evaluate(`[...document.querySelectorAll('*')].flatMap((element) => [
      ...(/^(script|iframe|object|embed|svg|math|img|form|input|button|link|base|template|noscript|video|audio|details)$/i.test(element.localName) ? [element.localName] : []),
      ...[...element.attributes].filter(({ name }) => name.startsWith('on') || name === 'srcdoc').map(({ name }) => element.localName + ' ' + name),
      ...(element.localName === 'a' && !/^https?:$/.test(element.protocol) && !/^#(recorte-\\d+|noticia-\\d+-\\d+)$/.test(element.getAttribute('href')) ? ['a ' + element.href] : []),
      ...(element.localName === 'meta' && /refresh/i.test(element.httpEquiv) ? ['refresh'] : []),
      ...(/url\\(|expression|fixed/.test(element.getAttribute('style') ?? '') ? ['style ' + element.getAttribute('style')] : []),
    ])`)
    const styles = await page.evaluate('document.querySelectorAll("style").length')
    page.off('request', keep)
    return { found, styles, ran, requests }
  }
  const harmless = { found: [], styles: 1, ran: false, requests: [] }

  it('is detected by the checks of this test', async () => {
    const { found, ran, requests } = await look(
      '<img src="https://evil.invalid/x" onerror=pwned()><a href="javascript:pwned()">x</a>',
    )
    expect(found).toEqual(['img', 'img onerror', 'a javascript:pwned()'])
    expect(requests).toEqual(['https://evil.invalid/x'])
    expect(ran).toBe(true)
  })

  it('runs, loads and hides nothing, at any position', async () => {
    for (const hostile of HOSTILE_HTML) {
      const article = aDigestArticle({
        title: hostile,
        agencyName: hostile,
        summary: null,
        contentHtml: `<p>antes</p>${hostile}<p>depois</p>`,
      })
      const digest = composeDigest(
        aDigestInput({
          clippingName: hostile,
          prompt: hostile,
          recortes: [
            { title: hostile, articles: [article, { ...article, uniqueId: 'b', summary: hostile }] },
          ],
        }),
      )
      const mail = renderMail(digest, { ...recipient, why: hostile })
      expect({ hostile, ...(await look(mail.html)) }).toEqual({ hostile, ...harmless })
    }
  })

  it('runs nothing from the other mails either', async () => {
    for (const hostile of HOSTILE_HTML.slice(0, 12)) {
      const asked = { clippingName: hostile, authorName: hostile, confirmUrl: 'https://a.example/' }
      expect(await look(confirmationMail(asked).html)).toEqual(harmless)
      const ended = clippingEndedMail({ clippingName: hostile, isUnpublished: false, portalUrl: null })
      expect(await look(ended.html)).toEqual(harmless)
    }
  })

  it('makes no link of an address without http or https', async () => {
    const articles = HOSTILE_URLS.map((url, number) => aDigestArticle({ uniqueId: `a${number}`, url }))
    const { html } = composeDigest(aDigestInput({ recortes: [{ title: 'R', articles }] }))
    expect(await look(html)).toEqual(harmless)
    // Links of the contents list lead to places of the digest.
    expect(html.match(/<a (?!href="#)/g)).toHaveLength(1)
  })
})
