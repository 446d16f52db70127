import { makeClient, type Client } from './client.ts'
import { uniqueName, type TestStack } from './stack.ts'

/** Somebody who is logged in, and what they may ask. */
export interface Person extends Client {
  /** Our own id of them. */
  userId: string
}

/** Logs somebody in, with a name and a verified address unless the claims say otherwise; a new person each time. */
export async function logIn(stack: TestStack, claims: Record<string, unknown> = {}): Promise<Person> {
  const sub = uniqueName('pessoa')
  const token = await stack.stack.token({
    sub,
    name: `Pessoa ${sub}`,
    email: `${sub}@exemplo.org`,
    email_verified: true,
    ...claims,
  })
  const client = makeClient(stack.stack.graphqlUrl, token)
  // A person is made when first seen.
  await client.query('{ currentUserHasTelegramLinked }')
  const [identity] = await stack.db<
    { userId: string }[]
  >`select user_id from identities where subject = ${sub}`
  if (!identity) throw new Error(`${sub} was not let in`)
  return { ...client, userId: identity.userId }
}

/** As many people at once. */
export function logInMany(stack: TestStack, count: number): Promise<Person[]> {
  return Promise.all(Array.from({ length: count }, () => logIn(stack)))
}

const CREATE = `mutation ($input: ClippingInput!) { createClipping(input: $input) { id name recortes { id title } } }`

/** A clipping of a person with one recorte, and what the test says of it. */
export async function createClipping(
  author: Client,
  input: Record<string, unknown> = {},
): Promise<{ id: string; name: string; recortes: { id: string; title: string }[] }> {
  const data = await author.query(CREATE, {
    input: {
      name: 'Saúde da semana',
      schedule: '0 8 * * *',
      recortes: [{ title: 'Vacinas', themes: ['03'], agencies: ['saude'], keywords: ['vacina'] }],
      ...input,
    },
  })
  return data.createClipping
}

/** Publishes a clipping and gives the listing's id. */
export async function publish(author: Client, clippingId: string, name = ''): Promise<string> {
  const data = await author.query(
    `mutation ($clippingId: String!, $input: PublishInput!) {
      publishToMarketplace(clippingId: $clippingId, input: $input) { id }
    }`,
    { clippingId, input: { name } },
  )
  return data.publishToMarketplace.id
}

export const SUBSCRIBE = `mutation ($clippingId: String!) {
  subscribeToClipping(input: { clippingId: $clippingId, deliveryChannels: { email: true } }) { role active }
}`
