import type { ApolloServerPlugin } from '@apollo/server'
import { findObservation, type Observation } from '@pauta/platform/telemetry/observation'
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import type { Context } from './context.ts'
import { readFacts } from './operation-facts.ts'
import type { Viewer } from './viewer.ts'

/** Limit of client names in the log. */
const NAME_MAX_CHARACTERS = 100
const ROOT_FIELDS_MAX = 10
const CODES_MAX = 10

/** Records the operation, but never the document or its variables, which contain what people search for. */
export function recordOperation(
  observation: Observation,
  operation: OperationDefinitionNode,
  { schema, document }: { schema: GraphQLSchema; document: DocumentNode },
): void {
  const fields = readFacts(schema, document).operations.get(operation)?.fields ?? []
  Object.assign(observation.fields, {
    operation: operation.name?.value.slice(0, NAME_MAX_CHARACTERS),
    operationType: operation.operation,
    rootFields: [...new Set([...fields].map(({ name }) => name.value))].slice(0, ROOT_FIELDS_MAX),
  })
}

/** Records the caller by our own id and never by an address, because logs outlive requests for erasure. */
export function recordViewer(observation: Observation, viewer: Viewer): void {
  Object.assign(observation.fields, {
    viewer: viewer.kind,
    account: viewer.kind === 'service' ? viewer.account : undefined,
    listed: viewer.kind === 'service' ? viewer.listed : undefined,
    user: viewer.kind === 'user' ? viewer.userId : undefined,
  })
}

/** Records the codes of the errors, if any. */
export function recordCodes(observation: Observation, codes: readonly unknown[]): void {
  if (codes.length > 0) observation.fields['codes'] = codes.slice(0, CODES_MAX)
}

/** Records operation, caller and result of each request. */
export const observationPlugin: ApolloServerPlugin<Context> = {
  requestDidStart: async () => {
    const observation = findObservation()
    if (!observation) return {}
    return {
      didResolveOperation: async ({ schema, document, operation }) => {
        if (operation) recordOperation(observation, operation, { schema, document })
      },
      willSendResponse: async ({ contextValue, response }) => {
        const errors = response.body.kind === 'single' ? (response.body.singleResult.errors ?? []) : []
        const codes = errors.map((error) => error.extensions?.['code'])
        recordViewer(observation, contextValue.viewer)
        recordCodes(observation, codes)
      },
    }
  },
}
