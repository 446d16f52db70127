// A Lambda with graphql-yoga as its manual builds one: the same schema, the clients of the same stores, one resolver. Plain
// JavaScript, because the types of the peers are not installed with the project.
import { createSchema, createYoga } from 'graphql-yoga'
import { db } from '../stock/database.ts'
import { resolvers, typeDefs } from '../stock/schema.ts'

const yoga = createYoga({
  schema: createSchema({ typeDefs, resolvers }),
  context: { db },
  logging: false,
  graphiql: false,
})

export async function handler({ path, httpMethod, headers, body, queryStringParameters }) {
  const query = new URLSearchParams(queryStringParameters ?? {})
  const response = await yoga.fetch(`http://localhost${path}?${query}`, { method: httpMethod, headers, body })
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers.entries()),
    body: await response.text(),
  }
}
