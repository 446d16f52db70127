import { DELIVERY_CHANNELS, type DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import { readLinkToken } from '@pauta/delivery/ledger/link-token'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { shareDeliveryBench, type DeliveryBench } from '../kit/workers/delivery-bench.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { getSubscription, switchChannel } from '../kit/rows/ledger.ts'
import { readMail } from '../kit/services/providers.ts'
import { tables } from '../kit/rows/tables.ts'

let bench: DeliveryBench

beforeAll(async () => {
  bench = await shareDeliveryBench()
})
afterEach(() => {
  bench.providers.reset()
})

describe('the deliver workers', () => {
  it.each(DELIVERY_CHANNELS)('send every row by %s once, for any number of messages', async (channel) => {
    const release = await bench.write(channel, { count: 120 })
    await bench.enqueue(channel, release)
    await bench.enqueue(channel, release)
    expect(await bench.statuses(release)).toEqual(['sent'])
    const addresses = bench.providers.taken.map(({ to }) =>
      to.startsWith('/') ? bench.providers.origin + to : to,
    )
    expect(addresses.sort()).toEqual([...release.rows.keys()].sort())
    expect(
      (await bench.ledger(release)).every(({ attempts, leaseUntil }) => attempts === 1 && !leaseUntil),
    ).toBe(true)
  })

  it('send each row once when two workers get the same message', async () => {
    const release = await bench.write('webhook', { count: 100 })
    await Promise.all([
      bench.enqueue('webhook', release),
      bench.enqueue('webhook', release),
      bench.enqueue('webhook', release),
    ])
    expect(bench.providers.taken).toHaveLength(100)
    expect(await bench.statuses(release)).toEqual(['sent'])
  })

  it('address a mail to its reader', async () => {
    const release = await bench.write('email')
    await bench.enqueue('email', release)
    const body = await readMail(bench.providers.taken[0])
    const token = /\/unsubscribe\?token=([\w.-]+)/.exec(body)?.[1] ?? ''
    const [subscription] = await bench.stack.db<{ id: string }[]>`
      select id from subscriptions where clipping_id = ${release.clippingId}`
    const { secret } = JSON.parse(bench.stack.stack.environment['SST_RESOURCE_LinkSigning'] ?? '') as {
      secret: string
    }
    expect(readLinkToken(token, [secret])).toEqual({
      purpose: 'unsubscribe',
      subscriptionId: subscription?.id,
      addressKey: null,
    })
    expect(body).toContain('list-unsubscribe-post: List-Unsubscribe=One-Click')
    expect(body).toMatch(/Ver esta edição na web: http\S+\/edicoes\/\S+\?chave=[0-9a-f]{32}\s/)
    expect(body).toMatch(/porque assina o clipping/)
  })

  it('sign a webhook and include only articles that are not taken down', async () => {
    const articles = [anArticle(), anArticle(), anArticle()]
    await bench.stack.write(articles)
    const ids = articles.map(({ uniqueId }) => String(uniqueId))
    await tables.articles.set(bench.stack.db, { uniqueId: ids[1] ?? '' }, { deletedAt: new Date() })
    const release = await bench.write('webhook', { articleIds: ids })
    await bench.enqueue('webhook', release)
    const { body = '', headers = {} } = bench.providers.taken[0] ?? {}
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    const payload = new Webhook(secret).verify(
      Buffer.from(body, 'latin1').toString(),
      headers as Record<string, string>,
    ) as { type: string; data: { articlesCount: number; articles: { uniqueId: string }[] } }
    expect(payload).toMatchObject({ type: 'release.created', data: { articlesCount: 3 } })
    expect(payload.data.articles.map(({ uniqueId }) => uniqueId)).toEqual([ids[0], ids[2]])
    expect(headers['webhook-id']).toBe([...release.rows.values()][0])
  })
})

describe('a delivery without a release', () => {
  const writeRow = async (channel: DeliveryChannel, kind: string, payload: object) => {
    const release = await bench.write(channel)
    const [id = ''] = release.rows.values()
    const isOfSubscription = kind === 'confirmation' || kind === 'clipping-changed'
    await tables.deliveries.set(
      bench.stack.db,
      { id },
      { releaseId: null, kind, payload, ...(!isOfSubscription && { subscriptionId: null }) },
    )
    return { release, id }
  }

  it('notifies followers on every channel that a clipping ended', async () => {
    for (const channel of ['email', 'telegram', 'push'] as const) {
      const { release } = await writeRow(channel, 'clipping-ended', { clippingName: 'Saúde' })
      await bench.enqueue(channel, release)
      expect(await bench.statuses(release)).toEqual(['sent'])
    }
    expect(bench.providers.taken).toHaveLength(3)
    expect(bench.providers.taken[1]?.body).toContain('foi encerrado')
  })

  it('notifies followers on every channel that a clipping changed, unless they switched the channel off', async () => {
    const payload = { clippingId: 'c', clippingName: 'Saúde', changes: ['recortes', 'paused', 'unknown'] }
    for (const channel of ['email', 'telegram', 'push'] as const) {
      const { release } = await writeRow(channel, 'clipping-changed', payload)
      await bench.enqueue(channel, release)
      expect(await bench.statuses(release)).toEqual(['sent'])
    }
    expect(bench.providers.taken).toHaveLength(3)
    expect(bench.providers.taken[1]?.body).toContain('segue, mudou. ')
    const { release } = await writeRow('telegram', 'clipping-changed', payload)
    await switchChannel(bench.stack.db, { ...release, channel: 'telegram', active: false })
    await bench.enqueue('telegram', release)
    expect(await bench.statuses(release)).toEqual(['skipped'])
  })

  it('tells a subscriber by mail that a channel was switched off', async () => {
    const payload = {
      channel: 'slack',
      reason: 'failed',
      clippingId: 'c',
      clippingName: 'Saúde',
      isAuthor: false,
    }
    const { release } = await writeRow('email', 'channel-off', payload)
    await bench.enqueue('email', release)
    expect(await bench.statuses(release)).toEqual(['sent'])
    const subject = Buffer.from('Saúde: o canal').toString('base64')
    expect(bench.providers.taken[0]?.body).toContain(`Subject: =?UTF-8?B?${subject}`)
  })

  it('asks an extra address for consent, and not again after its answer', async () => {
    const ask = async (status: string) => {
      const { release, id } = await writeRow('email', 'confirmation', { clippingName: 'Saúde' })
      const extra = `pergunta-${id}@exemplo.org`.toLowerCase()
      await tables.deliveries.set(bench.stack.db, { id }, { address: extra })
      await tables.subscriptions.set(
        bench.stack.db,
        { clippingId: release.clippingId },
        { extraEmails: [extra] },
      )
      const { id: subscriptionId } = await getSubscription(bench.stack.db, release.clippingId)
      await tables.addressConsents.add(bench.stack.db, { subscriptionId, address: extra, status })
      await bench.enqueue('email', release)
      return (await bench.ledger(release))[0]
    }
    expect(await ask('asked')).toMatchObject({ status: 'sent' })
    expect(await readMail(bench.providers.taken[0])).toMatch(/\/confirm\?token=c\./)
    expect(await ask('confirmed')).toMatchObject({
      status: 'skipped',
      error: 'the question was answered or withdrawn',
    })
  })

  it('pushes new articles to readers who want them, on browsers that are theirs', async () => {
    const payload = { articles: [{ title: 'Vacinas', agencyName: 'Saúde', url: null }], count: 2 }
    const { db } = bench.stack
    const wanted = await writeRow('push', 'new-articles', payload)
    const { userId } = await getSubscription(db, wanted.release.clippingId)
    await tables.pushPreferences.add(db, { userId })
    await bench.enqueue('push', wanted.release)
    expect(await bench.statuses(wanted.release)).toEqual(['sent'])

    const skip = async (change: (reader: { userId: string }) => Promise<unknown>) => {
      const { release } = await writeRow('push', 'new-articles', payload)
      const reader = await getSubscription(db, release.clippingId)
      await change({ userId: reader.userId })
      await bench.enqueue('push', release)
      return (await bench.ledger(release))[0]
    }
    const off = { status: 'skipped', error: 'pushes for new articles are off' }
    expect(await skip(async () => undefined)).toMatchObject(off)
    expect(
      await skip((reader) => tables.pushPreferences.add(db, { ...reader, enabled: false })),
    ).toMatchObject(off)
    // Another reader signed in on the browser, which has one subscription.
    const gone = { status: 'skipped', error: 'the browser has no push subscription any more' }
    expect(
      await skip(async (reader) => {
        await tables.pushPreferences.add(db, reader)
        await tables.pushSubscriptions.set(db, reader, { userId })
      }),
    ).toMatchObject(gone)
    expect(bench.providers.taken.map(({ headers }) => headers['topic'])).toEqual(['novas-noticias'])
  })
})
