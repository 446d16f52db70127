import { connectQueues } from '@pauta/platform/queues/queues'
import type { InboxMessage } from '@pauta/emulators/inbox/message-store'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { patient } from '../kit/runner/patience.ts'
import { createClipping, newPerson, publish, type Person } from '../kit/rows/people.ts'
import { arriveAt, makeDue } from '../kit/rows/releases.ts'
import { startTestStack, uniqueName, type TestStack } from '../kit/stack/stack.ts'

const HOUR_MS = 3_600_000
const ARRIVES = { interval: 100, timeout: patient(30_000) }
const CHAT = 4242
const HOOK = 'leitora'

let stack: TestStack
let author: Person
let reader: Person
let agency: string
let clippingId: string
/** The address of a colleague, to whom the reader also wants the digests sent. */
let team: string

const inbox = () => {
  if (!stack.stack.inbox) throw new Error('the stack has no inbox')
  return stack.stack.inbox
}
const mailsTo = (to: string) => inbox().list({ channel: 'email', to })
const headersOf = ({ headers }: InboxMessage) =>
  Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
const jsonOf = ({ text }: InboxMessage) => JSON.parse(text) as Record<string, unknown>
const lastHour = () => Math.floor(Date.now() / HOUR_MS) * HOUR_MS

/** Waits for the first message of `list`. */
async function arrived(list: () => InboxMessage[]): Promise<InboxMessage> {
  await vi
    .waitUntil(() => list().length > 0, ARRIVES)
    .catch(async (cause: unknown) => {
      const ledger =
        await stack.db`select channel, status, error, attempts, due_at, lease_until from deliveries`
      throw new Error(`nothing arrived of ${JSON.stringify(ledger)}`, { cause })
    })
  const [message] = list()
  if (!message) throw new Error('what had arrived is gone')
  return message
}

/** Writes an article of the clipping's agency, with its publication and the instant at which it became searchable. */
async function news(title: string, published: Date, available: Date): Promise<string> {
  const article = anArticle({
    agencyKey: agency,
    title,
    publishedAt: published.toISOString(),
    summary: 'Resumo.',
  })
  await stack.publish([article])
  await arriveAt(stack, String(article.uniqueId), available)
  return String(article.uniqueId)
}

/** Sends the release message of a clipping that is due. */
async function sendDue(at: number): Promise<void> {
  const message = await makeDue(stack, clippingId, new Date(at))
  await connectQueues().send(stack.stack.queueUrl('release'), [message])
}

beforeAll(async () => {
  stack = await startTestStack({ inbox: { port: 0 }, portalUrl: 'https://portal.exemplo.org' })
  author = await newPerson(stack, { name: 'Ana Autora' })
  reader = await newPerson(stack, { name: 'Rui Leitor' })
  await reader.id()
  agency = uniqueName('orgao')
  team = `${uniqueName('equipe')}@exemplo.org`
  clippingId = await createClipping(author, {
    schedule: '0 * * * *',
    recortes: [{ title: 'Tudo', themes: [], agencies: [agency], keywords: [] }],
    deliveryChannels: { email: true },
  })
  await publish(author, clippingId)
})
afterAll(() => stack.stop())

// One story: each step continues where the previous one ended.
describe('a release on its way to people', () => {
  let secret: string

  it('is requested on every channel', async () => {
    const { endpoint, keys } = inbox().push.subscribe()
    await reader.query(
      'mutation ($subscription: PushSubscriptionInput!) { syncPushSubscription(subscription: $subscription) }',
      { subscription: { endpoint, keysP256dh: keys.p256dh, keysAuth: keys.auth } },
    )
    const { subscribeToClipping } = await reader.query(
      'mutation ($input: SubscribeInput!) { subscribeToClipping(input: $input) { webhookSecret } }',
      {
        input: {
          clippingId,
          deliveryChannels: { email: true, telegram: true, push: true, webhook: true, slack: true },
          extraEmails: [team],
          webhookUrl: `${inbox().url}/webhooks/${HOOK}`,
          slackUrl: `${inbox().url}/slack/${HOOK}`,
        },
      },
    )
    secret = subscribeToClipping.webhookSecret
    inbox().webhooks.trust(HOOK, secret)
    const token = await stack.stack.token({ sub: await subjectOf(reader) })
    const link = await stack.fetch('/telegram/link', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    const { url } = (await link.json()) as { url: string }
    const start = new URL(url).searchParams.get('start')
    expect(await inbox().telegram.write(CHAT, `/start ${start}`)).toMatch(/^Tudo certo/)
  })

  it('asks another person’s address first, who agrees through the mail', async () => {
    const question = await arrived(() => mailsTo(team))
    expect(question.title).toBe('Confirme que você quer receber este clipping')
    expect(question.text).toContain('Rui Leitor')
    const [link = ''] = /http\S+\/confirm\?token=\S+/.exec(question.text) ?? []
    const page = await (await fetch(link)).text()
    expect(page).toContain('<button>Quero receber</button>')
    expect(await (await fetch(link, { method: 'POST' })).text()).toContain('Endereço confirmado')
  })

  it('arrives as mails, a push, a Telegram message and a signed webhook, all of the release that GraphQL shows', async () => {
    const due = lastHour() - HOUR_MS
    const older = await news(
      'Vacinação começa na segunda',
      new Date(due - 5 * HOUR_MS),
      new Date(due - 4 * HOUR_MS),
    )
    const newer = await news(
      'Escolas reabrem <hoje> & amanhã',
      new Date(due - 3 * HOUR_MS),
      new Date(due - 2 * HOUR_MS),
    )
    await sendDue(due)
    const webhook = await arrived(() => inbox().list({ channel: 'webhook', to: HOOK }))
    const { clipping } = await author.query(
      `query ($id: String!) { clipping(id: $id) {
        releases { id clippingName digestHtml digestPreview articlesCount refTime sinceHours releaseUrl }
      } }`,
      { id: clippingId },
    )
    expect(clipping.releases).toHaveLength(1)
    const [release] = clipping.releases
    const { releaseArticles } = await author.query(
      'query ($id: String!) { releaseArticles(id: $id) { uniqueId title url agencyName publishedAt summary } }',
      { id: release.id },
    )
    expect(releaseArticles.map(({ uniqueId }: { uniqueId: string }) => uniqueId)).toEqual([newer, older])

    const { digestHtml, id: releaseId, ...shown } = release
    const verified = new Webhook(secret).verify(webhook.text, headersOf(webhook)) as Record<string, unknown>
    expect(verified).toEqual({
      type: 'release.created',
      timestamp: release.refTime,
      data: {
        ...shown,
        releaseId,
        clippingId,
        articles: releaseArticles.map((article: object) => ({
          ...article,
          agency,
          storyId: null,
          otherAgencies: [],
        })),
        changes: [],
      },
    })
    expect(webhook.notes).toEqual(['signature verified'])

    const slack = await arrived(() => inbox().list({ channel: 'slack', to: HOOK }))
    expect(slack.title).toBe(release.clippingName)
    expect(slack.text).toContain('|Escolas reabrem &lt;hoje&gt; &amp; amanhã>')
    expect(slack.text).toContain(`<${release.releaseUrl}|Ver a edição completa>`)

    const push = await arrived(() => inbox().list({ channel: 'push' }))
    expect(release.releaseUrl).toBe(`https://portal.exemplo.org/clipping/release/${releaseId}`)
    expect(push.notes).toContain('decrypted by the browser')
    expect(jsonOf(push)).toEqual({
      title: release.clippingName,
      body: release.digestPreview,
      url: release.releaseUrl,
      tag: clippingId,
      releaseId,
    })

    const chat = await arrived(() =>
      inbox()
        .list({ channel: 'telegram', to: String(CHAT) })
        .filter(({ text }) => text.includes('<b>')),
    )
    expect(chat.text).toContain(`<b>${release.clippingName}</b>`)
    expect(chat.text).toContain('>Escolas reabrem &lt;hoje&gt; &amp; amanhã</a>')

    for (const to of [author.email, reader.email, team]) {
      const mail = await arrived(() => mailsTo(to).filter(({ title }) => !title.startsWith('Confirme')))
      // The stored digest equals the mail, except for the parts of each recipient.
      const body = digestHtml.slice(digestHtml.indexOf('<h1'), digestHtml.lastIndexOf('</h3>'))
      expect(body).toContain('Vacinação começa na segunda')
      expect(mail.html).toContain(body)
      expect(mail.text).toContain('Deixar de receber: ')
      expect(headersOf(mail)['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    }
    expect(digestHtml).not.toMatch(/unsubscribe|token/)
  })

  it('skips readers who unsubscribed by one click, and includes late articles for the others', async () => {
    const [mail] = mailsTo(team)
    const link = /<(http.*)>/.exec(headersOf(mail as InboxMessage)['list-unsubscribe'] ?? '')?.[1] ?? ''
    const left = await fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(left.status).toBe(200)
    const before = { team: mailsTo(team).length, reader: mailsTo(reader.email).length }

    const due = lastHour()
    // This article was published long before the end of the last window, and became searchable after it.
    await news('Edital que chegou atrasado', new Date(due - 10 * HOUR_MS), new Date(due - HOUR_MS / 2))
    await sendDue(due)
    const later = await arrived(() => mailsTo(reader.email).slice(0, -before.reader))
    expect(later.text).toContain('Edital que chegou atrasado')
    expect(later.text).not.toContain('Vacinação começa')
    await arrived(() => mailsTo(author.email).slice(0, -1))
    await expect
      .poll(
        () => stack.db`
          select 1 from deliveries d join releases r on r.id = d.release_id
          where r.clipping_id = ${clippingId} and d.status not in ('sent', 'skipped')`,
        ARRIVES,
      )
      .toHaveLength(0)
    expect(mailsTo(team)).toHaveLength(before.team)
  })

  it('is the last one when the clipping ends, and each channel notifies its reader once', async () => {
    const told = inbox().list().length
    await author.query('mutation ($id: String!) { deleteClipping(id: $id) }', { id: clippingId })
    await expect.poll(() => inbox().list().length - told, ARRIVES).toBe(3)
    const notices = inbox().list().slice(0, 3)
    expect(notices.map(({ channel }) => channel).toSorted()).toEqual(['email', 'push', 'telegram'])
    const mail = notices.find(({ channel }) => channel === 'email')
    expect(mail).toMatchObject({ to: reader.email, title: 'Saúde pela manhã: clipping encerrado' })
  })
})

/** The name under which a person logs in. */
async function subjectOf(person: Person): Promise<string> {
  const [identity] = await stack.db<{ subject: string }[]>`
    select subject from identities where user_id = ${await person.id()}`
  return identity?.subject ?? ''
}
