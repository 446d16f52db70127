import type { ServerResponse } from 'node:http'
import { slackBody } from '@pauta/delivery/channels/slack/slack-body'
import { slackChannel } from '@pauta/delivery/channels/slack/slack'
import { guardedAgents } from '@pauta/platform/outbound/outbound-agents'
import { afterEach, describe, expect, it } from 'vitest'
import { patient } from '../kit/runner/patience.ts'
import { agentsFor, signal, startReceiver } from './local-receiver.ts'

const RELEASE = {
  clippingName: 'Saúde',
  digestPreview: 'Duas notícias.',
  articlesCount: 1,
  articles: [{ title: 'Vacina', url: 'https://www.gov.br/saude/a' }],
  releaseUrl: 'https://portal.exemplo.org/r/1',
}
const textOf = (changes: Partial<typeof RELEASE> = {}) =>
  (JSON.parse(slackBody({ ...RELEASE, ...changes })) as { text: string }).text

const started: { stop(): Promise<void> | void }[] = []
afterEach(async () => {
  for (const one of started.splice(0)) await one.stop()
})

async function hook(answer: (response: ServerResponse) => void, timeoutMs = patient(5000)) {
  const receiver = await startReceiver(answer)
  const channel = slackChannel({ agents: agentsFor(receiver), timeoutMs })
  started.push(receiver, { stop: () => channel.close() })
  const send = () =>
    channel.send(
      { url: `${receiver.origin}/services/segredo`, body: slackBody(RELEASE) },
      { deliveryId: 'd1', signal: signal() },
    )
  return { receiver, send }
}

describe('a message in the format of Slack', () => {
  it('has a bold name, linked titles and a link to the release, and no previews of links', () => {
    expect(JSON.parse(slackBody(RELEASE))).toEqual({
      text: '*Saúde*\n\nDuas notícias.\n\n• <https://www.gov.br/saude/a|Vacina>\n\n<https://portal.exemplo.org/r/1|Ver a edição completa>',
      unfurl_links: false,
      unfurl_media: false,
    })
  })

  it('escapes what Slack would read as markup, an address or a mention of everybody', () => {
    const articles = [{ title: 'A <b> & @todos <!channel>', url: 'https://a.example/x|y?a=1&b=2' }]
    const text = textOf({ clippingName: '@everyone *<c>*', articles })
    expect(text).toContain('*@\u200beveryone &lt;c&gt;*')
    expect(text).toContain(
      '• <https://a.example/x%7Cy?a=1&amp;b=2|A &lt;b&gt; &amp; @\u200btodos &lt;!channel&gt;>',
    )
  })

  it('has at most 2,000 characters, and counts the titles that it leaves out', () => {
    const articles = Array.from({ length: 10 }, (_, n) => ({
      title: `Título ${n} ${'&'.repeat(150)}`,
      url: `https://www.gov.br/${n}/${'x'.repeat(200)}`,
    }))
    const text = textOf({ articles, articlesCount: 10 })
    expect(text.length).toBeLessThanOrEqual(2000)
    const listed = text.match(/•/g)?.length ?? 0
    expect(listed).toBe(1)
    expect(text).toContain('E mais 9 notícias na edição completa')
  })
})

describe('an incoming webhook', () => {
  it('gets the JSON by POST, and accepts it with any 2xx', async () => {
    const { receiver, send } = await hook((response) => void response.writeHead(204).end())
    expect(await send()).toEqual({ kind: 'sent' })
    const [request] = receiver.requests
    expect(request?.headers).toMatchObject({ 'content-type': 'application/json' })
    expect(request?.body.toString()).toBe(slackBody(RELEASE))
  })

  it.each([
    [404, 'no_service', { kind: 'rejected', reason: 'the receiver answered 404: no_service', gone: true }],
    [404, '/services/segredo', { kind: 'rejected', reason: 'the receiver answered 404', gone: true }],
    [400, 'invalid_payload', { kind: 'rejected', reason: 'the receiver answered 400' }],
    [302, '', { kind: 'rejected', reason: 'the receiver answered 302' }],
    [429, 'rate_limited', { kind: 'retry', reason: 'the receiver answered 429', afterSeconds: 17 }],
    [503, '', { kind: 'retry', reason: 'the receiver answered 503', afterSeconds: 17 }],
    [500, '', { kind: 'retry', reason: 'the receiver answered 500', afterSeconds: 17 }],
    [408, '', { kind: 'retry', reason: 'the receiver answered 408', afterSeconds: 17 }],
    [410, '', { kind: 'rejected', reason: 'the receiver answered 410', gone: true }],
    // A code of Slack among blanks, also from a server that seems to fail.
    [500, ' no_team\n', { kind: 'rejected', reason: 'the receiver answered 500: no_team', gone: true }],
    [200, 'no_team', { kind: 'sent' }],
    [299, '', { kind: 'sent' }],
    [300, '', { kind: 'rejected', reason: 'the receiver answered 300' }],
  ])('that answers %i %s means %j', async (status, body, outcome) => {
    const { send } = await hook(
      (response) => void response.writeHead(status, { 'retry-after': '17' }).end(body),
    )
    expect(await send()).toEqual(outcome)
  })

  it.each([
    'channel_is_archived',
    'channel_not_found',
    'invalid_token',
    'no_active_hooks',
    'no_service',
    'no_service_id',
    'no_team',
    'team_disabled',
    'user_not_found',
  ])('that answers 403 %s is gone', async (code) => {
    const { send } = await hook((response) => void response.writeHead(403).end(code))
    expect(await send()).toEqual({
      kind: 'rejected',
      reason: `the receiver answered 403: ${code}`,
      gone: true,
    })
  })

  it('without an answer may have posted the message', async () => {
    const { send } = await hook(() => undefined, 300)
    expect(await send()).toEqual({ kind: 'uncertain', reason: 'no answer in time' })
  })

  it.each([
    'http://hooks.exemplo.org/a',
    'https://127.0.0.1/a',
    'https://169.254.169.254/latest',
    'https://localhost/a',
  ])('is refused at %s before anything is sent', async (url) => {
    const channel = slackChannel({ agents: guardedAgents({ allowedOrigins: [] }) })
    started.push({ stop: () => channel.close() })
    const outcome = await channel.send({ url, body: '{}' }, { deliveryId: 'd1', signal: signal() })
    expect(outcome).toMatchObject({ kind: 'rejected' })
    expect(JSON.stringify(outcome)).not.toContain(url)
  })
})
