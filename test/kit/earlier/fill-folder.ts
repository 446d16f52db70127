// Fills the stack that runs on a data folder, through its public interfaces only, and writes what people see then.
// The folders of earlier versions beside this file were made by it:
//   1. In a checkout of the earlier version: npm ci && npm start -- --empty --port 8911 --data FOLDER
//   2. Here: node test/kit/earlier/fill-folder.ts FOLDER before.json
//   3. kill -9 the group of the stack, delete FOLDER/running.json, and pack the folder with pack-folder.ts.
import { createECDH, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { makeClient, type Client } from '../client/client.ts'
import { ARTICLE_IDS, PEOPLE, readWhatPeopleSee, type PersonName } from './what-people-see.ts'

const POLL_MS = 500
const POLLS_MAX = 240

async function until<T>(read: () => Promise<T | undefined>, wanted: string): Promise<T> {
  for (let poll = 0; poll < POLLS_MAX; poll++) {
    const value = await read()
    if (value !== undefined) return value
    await delay(POLL_MS)
  }
  throw new Error(`${wanted} did not come in ${(POLLS_MAX * POLL_MS) / 1000} s`)
}

const [folder, output] = process.argv.slice(2)
if (folder === undefined || output === undefined) throw new Error('fill-folder.ts FOLDER OUTPUT.json')

const { url, environment, serviceToken } = JSON.parse(
  await readFile(join(folder, 'running.json'), 'utf8'),
) as { url: string; environment: Record<string, string>; serviceToken: string }
/** Returns a setting of the stack: the value of a key of a linked resource. */
const linked = (resource: string, key: string): string =>
  (JSON.parse(environment[`SST_RESOURCE_${resource}`] ?? '{}') as Record<string, string>)[key] ?? ''
const inboxOrigin = linked('Outbound', 'allowedOrigins')

async function logIn(name: string): Promise<Client> {
  const body = new URLSearchParams({ grant_type: 'password', username: name, scope: 'openid profile email' })
  const answer = await fetch(`${linked('UserIdentity', 'issuer')}/token`, { method: 'POST', body })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return makeClient(url, token)
}

const people = Object.fromEntries(
  await Promise.all(PEOPLE.map(async (name) => [name, await logIn(name)] as const)),
) as Record<PersonName, Client>
const service = makeClient(url, serviceToken)

// News arrives as scrapers send it: recent, so that a first release contains it.
const publishedAt = new Date(Date.now() - 3 * 3600_000).toISOString()
const sqs = new SQSClient({
  endpoint: environment['AWS_ENDPOINT_URL_SQS'] ?? '',
  region: 'us-east-2',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
})
for (const [number, uniqueId] of ARTICLE_IDS.entries())
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: linked('NewsIngestQueue', 'url'),
      MessageBody: JSON.stringify({
        uniqueId,
        agencyKey: number % 2 === 0 ? 'saude' : 'mec',
        title: `Vacinação nas escolas: etapa ${number + 1}`,
        url: `https://www.gov.br/saude/pt-br/assuntos/noticias/${uniqueId}`,
        publishedAt,
        content: `A campanha de vacinação chegou à etapa ${number + 1}, disse o ministério.`,
        tags: ['vacina'],
      }),
    }),
  )
sqs.destroy()
await until(async () => {
  const { articles } = await service.query('{ articles(limit: 1) { found } }')
  return articles.found === ARTICLE_IDS.length ? true : undefined
}, 'the news')
await service.query(
  'mutation ($id: String!, $features: JSON!) { upsertFeatures(uniqueId: $id, features: $features) }',
  { id: ARTICLE_IDS[0], features: { view_count: 41, unique_sessions: 30 } },
)

const create = 'mutation ($input: ClippingInput!) { createClipping(input: $input) { id } }'
const clipping = (name: string) => ({
  name,
  schedule: '0 8 * * *',
  recortes: [
    { title: 'Vacinas', themes: [], agencies: ['saude'], keywords: ['vacinação'] },
    { title: 'Escolas', themes: [], agencies: ['mec'], keywords: ['escolas'] },
  ],
  extraEmails: [],
  includeHistory: true,
})
const ids: string[] = []
for (const name of ['Publicado', 'Despublicado', 'Particular']) {
  const { createClipping } = await people.autora.query(create, { input: clipping(name) })
  ids.push(createClipping.id)
}
const [published, unpublished, own] = ids
const publish = `mutation ($clippingId: String!) { publishToMarketplace(clippingId: $clippingId, input: { name: "" }) { id } }`
const listing = (await people.autora.query(publish, { clippingId: published })).publishToMarketplace.id
const formerListing = (await people.autora.query(publish, { clippingId: unpublished })).publishToMarketplace
  .id
const like = 'mutation ($id: String!) { likeMarketplaceListing(listingId: $id) }'
await people.leitora.query(like, { id: listing })
await people.seguidora.query(like, { id: listing })
await people.seguidora.query('mutation ($id: String!) { followMarketplaceListing(listingId: $id) }', {
  id: formerListing,
})
await people.autora.query('mutation ($id: String!) { unpublishFromMarketplace(listingId: $id) }', {
  id: formerListing,
})
await people.leitora.query(
  `mutation ($input: SubscribeInput!) { subscribeToClipping(input: $input) { id } }`,
  {
    input: {
      clippingId: published,
      deliveryChannels: { email: true, telegram: false, push: true, webhook: true },
      extraEmails: ['redacao@exemplo.org'],
      webhookUrl: `${inboxOrigin}/webhooks/leitora`,
    },
  },
)
const keys = createECDH('prime256v1')
await people.leitora.query(
  'mutation ($subscription: PushSubscriptionInput!) { syncPushSubscription(subscription: $subscription) }',
  {
    subscription: {
      endpoint: `${inboxOrigin}/push/leitora`,
      keysP256dh: keys.generateKeys('base64url'),
      keysAuth: randomBytes(16).toString('base64url'),
    },
  },
)

// A window ends two minutes before its release, so the news is that old before the sends.
await delay(130_000)
const send = 'mutation ($id: String!) { sendClipping(id: $id) }'
for (const id of [published, own]) await people.autora.query(send, { id })
await until(async () => {
  const { clippings } = await people.autora.query('{ clippings { id releases { id } } }')
  const sent = clippings.filter(({ releases }: { releases: unknown[] }) => releases.length > 0)
  return sent.length === 2 ? true : undefined
}, 'both releases')

await writeFile(output, `${JSON.stringify(await readWhatPeopleSee(people), null, 2)}\n`)
