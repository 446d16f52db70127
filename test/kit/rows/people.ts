import { makeClient, type Client } from '../client/client.ts'
import { uniqueName, type TestStack } from '../stack/stack.ts'

/** A logged-in user and their client. */
export interface Person extends Client {
  email: string
  token: string
  /** The service's id of the user, who is created at the first request. */
  id(): Promise<string>
}

/** Logs a new user in, by default with a name and a verified address. */
export async function newPerson(stack: TestStack, claims: Record<string, unknown> = {}): Promise<Person> {
  const sub = uniqueName('pessoa')
  const email = `${sub}@exemplo.org`
  const token = await stack.stack.token({
    sub,
    name: `Pessoa ${sub}`,
    email,
    email_verified: true,
    ...claims,
  })
  const client = makeClient(stack.stack.graphqlUrl, token)
  return {
    ...client,
    email,
    token,
    async id() {
      await client.query('{ currentUserHasTelegramLinked }')
      const [identity] = await stack.db<
        { userId: string }[]
      >`select user_id from identities where subject = ${sub}`
      if (!identity) throw new Error(`${sub} was not let in`)
      return identity.userId
    },
  }
}

/** Creates several users at once. */
export async function newPeople(stack: TestStack, count: number): Promise<Person[]> {
  const people = await Promise.all(Array.from({ length: count }, () => newPerson(stack)))
  await Promise.all(people.map((person) => person.id()))
  return people
}

/** Input of a clipping with one recorte, and the given values. */
export function aClipping(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'Saúde pela manhã',
    schedule: '0 8 * * *',
    recortes: [{ title: 'Vacinas', themes: ['03'], agencies: ['saude'], keywords: ['vacina'] }],
    ...changes,
  }
}

/** Creates a clipping and returns its id. */
export async function createClipping(author: Client, changes: Record<string, unknown> = {}): Promise<string> {
  const data = await author.query(
    'mutation ($input: ClippingInput!) { createClipping(input: $input) { id } }',
    {
      input: aClipping(changes),
    },
  )
  return data.createClipping.id
}

/** Publishes a clipping under its own name and returns the listing's id. */
export async function publish(author: Client, clippingId: string): Promise<string> {
  const data = await author.query(
    `mutation ($clippingId: String!) { publishToMarketplace(clippingId: $clippingId, input: { name: "" }) { id } }`,
    { clippingId },
  )
  return data.publishToMarketplace.id
}

/** Publishes a clipping of a new author. Returns the id of its listing, too. */
export async function aListing(stack: TestStack, changes: Record<string, unknown> = {}) {
  const author = await newPerson(stack)
  const clippingId = await createClipping(author, changes)
  return { author, clippingId, id: await publish(author, clippingId) }
}

/** Subscribes to a clipping by e-mail. */
export async function subscribe(reader: Client, clippingId: string): Promise<void> {
  await reader.query(
    `mutation ($clippingId: String!) {
      subscribeToClipping(input: { clippingId: $clippingId, deliveryChannels: { email: true } }) { id }
    }`,
    { clippingId },
  )
}
