import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import { getVariableValues } from 'graphql'
import type { Logger } from '@pauta/platform/telemetry/logger'
import { cachePlugin, collectCachePolicies } from './caching/cache-policy.ts'
import { makeGateway } from './request/compiled-execution.ts'
import type { Context } from './request/context.ts'
import { descriptionsPlugin } from './schema/describe-schema.ts'
import { assertAffordable } from './limits/cost.ts'
import { formatError } from './request/errors.ts'
import { endpointRule, QUERY_MAX_TOKENS, SHARED_RULES } from './limits/limits.ts'
import { observationPlugin } from './request/observe-operation.ts'
import { openPersistedQueries } from './caching/persisted-queries.ts'
import { makeSchema } from './schema/schema.ts'
import { modules } from './schema/modules.ts'

/** Refuses an operation by its price, before any read. Execution refuses variables that do not fit. */
const costPlugin: ApolloServerPlugin<Context> = {
  requestDidStart: async () => ({
    didResolveOperation: async ({ schema, document, operation, request }) => {
      if (!operation) return
      const definitions = operation.variableDefinitions ?? []
      const { coerced } = getVariableValues(schema, definitions, request.variables ?? {}, { maxErrors: 1 })
      if (coerced) assertAffordable(schema, document, operation, coerced)
    },
  }),
}

const GRAPHQL_RESPONSE = 'application/graphql-response+json'
const HTTP_OK = 200
const HTTP_BAD_REQUEST = 400

/**
 * GraphQL over HTTP, section 6.4.1: for application/json, a well-formed request gets status 200 even with errors. For
 * application/graphql-response+json, the status reports the error.
 */
const statusPlugin: ApolloServerPlugin<Context> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ request, response, source }) => {
      const asksForStatus = request.http?.headers.get('accept')?.includes(GRAPHQL_RESPONSE) ?? false
      // Includes the text of a persisted query, which the request does not contain.
      const hasText = source !== undefined && source !== ''
      if (!asksForStatus && hasText && response.http.status === HTTP_BAD_REQUEST)
        response.http.status = HTTP_OK
    },
  }),
}

/** Adds the warnings of resolvers to the answer. */
const warningsPlugin: ApolloServerPlugin<Context> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response, contextValue: { warnings } }) => {
      if (warnings.length === 0 || response.body.kind !== 'single') return
      const { singleResult } = response.body
      singleResult.extensions = { ...singleResult.extensions, warnings }
    },
  }),
}

/** Returns the GraphQL server for Lambda, the local stack and tests. */
export function makeServer({ logger }: { logger: Logger }): ApolloServer<Context> {
  const schema = makeSchema()
  return new ApolloServer<Context>({
    gateway: makeGateway(schema),
    introspection: true,
    // Requests carry no cookies, so a cross-site GET has no identity, and caches need plain GETs.
    csrfPrevention: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    // Apollo's default appends a line end, which copies the whole text.
    stringifyResult: (result) => JSON.stringify(result),
    persistedQueries: { cache: openPersistedQueries() },
    parseOptions: { maxTokens: QUERY_MAX_TOKENS },
    validationRules: [...SHARED_RULES, endpointRule],
    logger,
    formatError: (formatted, error) => formatError(formatted, error, { logger }),
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      // Our plugin visits a document once; Apollo's visits every field of every answer.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      costPlugin,
      descriptionsPlugin(schema),
      statusPlugin,
      warningsPlugin,
      cachePlugin(schema, collectCachePolicies(schema, modules)),
      observationPlugin,
    ],
  })
}
