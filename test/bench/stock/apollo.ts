// A Lambda with Apollo Server as its manual builds one: the same schema, the clients of the same stores, one resolver.
import { ApolloServer } from '@apollo/server'
import { handlers, startServerAndCreateLambdaHandler } from '@as-integrations/aws-lambda'
import { db } from './database.ts'
import { resolvers, typeDefs } from './schema.ts'

const server = new ApolloServer({ typeDefs, resolvers })

type IntegrationServer = Parameters<typeof startServerAndCreateLambdaHandler<never, { db: typeof db }>>[0]

export const handler = startServerAndCreateLambdaHandler(
  // The integration is CommonJS and refers to Apollo's other declaration of the same class.
  server as unknown as IntegrationServer,
  handlers.createAPIGatewayProxyEventRequestHandler(),
  { context: async () => ({ db }) },
)
