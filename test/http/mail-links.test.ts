import { loadConfig } from '@pauta/platform/config/config'
import { signLinkToken, type LinkTarget } from '@pauta/delivery/ledger/link-token'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClipping, newPerson, publish, subscribe, type Person } from '../kit/rows/people.ts'
import { tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import { uniqueName, type TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['deliver-email'] })
})
afterAll(() => stack.stop())

const ONE_CLICK = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
}

/** Returns a link in the form in which mails contain it. */
function linkTo(target: LinkTarget, secret = loadConfig('linkSigning').linkSigning.secret): string {
  return `/${target.purpose}?token=${signLinkToken(target, secret)}`
}

async function open(path: string, init?: RequestInit) {
  const response = await stack.fetch(path, init)
  return { status: response.status, headers: response.headers, page: await response.text() }
}

/** Creates a clipping that is sent to its author and to one address of another person. */
async function makeClipping(name = 'Saúde & <b>vacinas</b>') {
  const author = await newPerson(stack)
  const extra = `${uniqueName('equipe')}@exemplo.org`
  const clippingId = await createClipping(author, {
    name,
    extraEmails: [extra],
    deliveryChannels: { email: true },
  })
  const find = async (person: Person) => {
    const [row] = await stack.db<
      { id: string; email: boolean; extraEmails: string[]; active: boolean; telegram: boolean }[]
    >`
      select id, email, telegram, extra_emails, active from subscriptions
      where clipping_id = ${clippingId} and user_id = ${await person.id()}`
    if (!row) throw new Error('not subscribed')
    return row
  }
  const consent = async () => {
    const [row] = await stack.db<{ status: string }[]>`
      select status from address_consents where address = ${extra}`
    return row?.status
  }
  return { author, extra, clippingId, find, consent }
}

describe('the unsubscribe page of a mail', () => {
  it('shows a button on GET, and changes nothing', async () => {
    const { author, find } = await makeClipping()
    const { id } = await find(author)
    const { status, headers, page } = await open(
      linkTo({ purpose: 'unsubscribe', subscriptionId: id, address: null }),
    )
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page).toContain('<html lang="pt-BR">')
    expect(page).toContain('“Saúde &amp; &lt;b&gt;vacinas&lt;/b&gt;”')
    expect(page).toMatch(/<form method="post">.*<button>Deixar de receber<\/button>/)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(page).not.toMatch(/<script|https?:|@exemplo/)
    expect(await find(author)).toMatchObject({ email: true })
  })

  it("switches the author's e-mail channel off by the one-click POST, also when it is repeated", async () => {
    const { author, extra, find } = await makeClipping()
    const { id } = await find(author)
    const link = linkTo({ purpose: 'unsubscribe', subscriptionId: id, address: null })
    const told = await Promise.all([open(link, ONE_CLICK), open(link, ONE_CLICK)])
    for (const { status, page } of told) {
      expect(status).toBe(200)
      expect(page).toMatch(
        /Pronto: nada mais será enviado.*não será mais enviado a este .*ligue o e-mail de novo/s,
      )
    }
    expect(await find(author)).toMatchObject({ email: false, active: true, extraEmails: [extra] })
    const later = await open(link)
    expect(later.page).toContain('Pronto: nada mais será enviado')
    expect(later.page).not.toContain('<form')
  })

  it("switches a subscriber's e-mail channel off and changes no other channel or subscription", async () => {
    const { author, clippingId, find } = await makeClipping()
    await publish(author, clippingId)
    const reader = await newPerson(stack)
    await subscribe(reader, clippingId)
    const { id } = await find(reader)
    await tables.subscriptionChannels.add(stack.db, { subscriptionId: id, channel: 'telegram', active: true })
    await open(linkTo({ purpose: 'unsubscribe', subscriptionId: id, address: null }), ONE_CLICK)
    expect(await find(reader)).toMatchObject({ email: false, telegram: true, active: true })
    expect(await find(author)).toMatchObject({ email: true })
  })

  it('removes an extra address, which is not asked again when it is added again', async () => {
    const { author, extra, clippingId, find, consent } = await makeClipping()
    const { id } = await find(author)
    const link = linkTo({ purpose: 'unsubscribe', subscriptionId: id, address: extra })
    expect((await open(link)).page).toContain('Este endereço não receberá mais o clipping')
    expect((await open(link, ONE_CLICK)).status).toBe(200)
    expect(await find(author)).toMatchObject({ email: true, extraEmails: [] })
    expect(await consent()).toBe('refused')
    expect((await open(link, ONE_CLICK)).status).toBe(200)
    await author.query(
      `mutation ($clippingId: String!, $extra: [String!]) {
        updateMySubscription(clippingId: $clippingId, channels: { email: true }, extraEmails: $extra) { id }
      }`,
      { clippingId, extra: [extra] },
    )
    expect(await consent()).toBe('refused')
    const questions =
      await stack.db`select 1 from deliveries where kind = 'confirmation' and address = ${extra}`
    expect(questions).toHaveLength(1)
  })

  it('shows that a deleted clipping sends nothing', async () => {
    const { author, clippingId, find } = await makeClipping()
    const { id } = await find(author)
    await author.query('mutation ($id: String!) { deleteClipping(id: $id) }', { id: clippingId })
    const link = linkTo({ purpose: 'unsubscribe', subscriptionId: id, address: null })
    for (const { status, page } of [await open(link), await open(link, ONE_CLICK)]) {
      expect(status).toBe(200)
      expect(page).toContain('Este clipping não existe mais')
    }
  })
})

describe('the confirmation of an extra address', () => {
  it('asks on GET, and confirms on POST', async () => {
    const { author, extra, find, consent } = await makeClipping('Só para a equipe')
    const { id } = await find(author)
    const link = linkTo({ purpose: 'confirm', subscriptionId: id, address: extra })
    const question = await open(link)
    expect(question.page).toContain('“Só para a equipe”')
    expect(question.page).toContain('<button>Quero receber</button>')
    expect(question.page).toMatch(/passa a receber o clipping .*um link para deixar de receber/s)
    expect(await consent()).toBe('asked')
    const confirmed = (await open(link, { method: 'POST' })).page
    expect(confirmed).toMatch(
      /Endereço confirmado.*A próxima edição do clipping .*um link para deixar de receber/s,
    )
    expect(await consent()).toBe('confirmed')
    const again = await open(link)
    expect(again.page).toContain('Endereço confirmado')
    expect(again.page).not.toContain('<form')
  })

  it('does nothing once the address is removed from the list', async () => {
    const { author, extra, find, consent } = await makeClipping()
    const { id } = await find(author)
    await open(linkTo({ purpose: 'unsubscribe', subscriptionId: id, address: extra }), ONE_CLICK)
    const { status, page } = await open(
      linkTo({ purpose: 'confirm', subscriptionId: id, address: extra }),
      ONE_CLICK,
    )
    expect(status).toBe(200)
    expect(page).toContain('Este convite não vale mais')
    expect(await consent()).toBe('refused')
  })
})

it('a link of a subscription that has ended does nothing', async () => {
  const { author, extra, find, consent } = await makeClipping()
  const { id } = await find(author)
  await tables.subscriptions.set(stack.db, { id }, { active: false })
  const opened = async (purpose: 'unsubscribe' | 'confirm', address: string | null) =>
    (await open(linkTo({ purpose, subscriptionId: id, address }))).page
  expect(await opened('unsubscribe', null)).toContain('Pronto: nada mais será enviado')
  expect(await opened('unsubscribe', extra)).not.toContain('<form')
  expect(await opened('confirm', extra)).toContain('Este convite não vale mais')
  expect(await consent()).toBe('asked')
})

describe('an invalid link', () => {
  it.each(['/unsubscribe', '/unsubscribe?token=', '/confirm?token=u.1.-.x', '/unsubscribe?token=%00'])(
    'gets a page with the reason, by GET and by POST: %s',
    async (path) => {
      for (const { status, page } of [await open(path), await open(path, ONE_CLICK)]) {
        expect(status).toBe(400)
        expect(page).toMatch(
          /Este link não é válido.*foi alterado, ou é.*antiga.*Abra o link de novo.*mais recente/s,
        )
      }
    },
  )

  it('is one for another purpose, or with another secret', async () => {
    const { author, find } = await makeClipping()
    const { id } = await find(author)
    const target: LinkTarget = { purpose: 'unsubscribe', subscriptionId: id, address: null }
    const token = linkTo(target).split('?')[1]
    expect((await open(`/confirm?${token}`, ONE_CLICK)).status).toBe(400)
    expect((await open(linkTo(target, 'some other secret of ours'), ONE_CLICK)).status).toBe(400)
    expect(await find(author)).toMatchObject({ email: true })
  })
})
