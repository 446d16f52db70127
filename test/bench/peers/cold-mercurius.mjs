// A Lambda with mercurius and compiled operations behind the Lambda adapter of fastify: the same schema, the clients of the
// same stores, one resolver. Plain JavaScript, because the types of the peers are not installed with the project.
import wrap from '@fastify/aws-lambda'
import makeApp from 'fastify'
import mercurius from 'mercurius'
import { db } from '../stock/database.ts'
import { resolvers, typeDefs } from '../stock/schema.ts'

const app = makeApp()
await app.register(mercurius, { schema: typeDefs, resolvers, context: () => ({ db }), jit: 1 })
const handle = wrap(app)
await app.ready()

export const handler = (event) => handle(event, {})
