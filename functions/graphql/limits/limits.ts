import {
  GraphQLError,
  OperationTypeNode,
  type ASTVisitor,
  type ValidationContext,
  type ValidationRule,
} from 'graphql'
import { readFacts } from '../request/operation-facts.ts'

export const QUERY_MAX_CHARACTERS = 15_000
export const QUERY_MAX_TOKENS = 5000
const QUERY_MAX_DEPTH = 10
const QUERY_MAX_ALIASES = 60
/**
 * Limit of aliases within introspection, counted separately. Tools use no aliases there, and each alias may repeat
 * the whole schema.
 */
const INTROSPECTION_MAX_ALIASES = 60
const QUERY_MAX_DIRECTIVES = 50
/** In points. `articles(limit: 250)` with every field and features costs about 13,000. */
export const QUERY_MAX_COST = 50_000

export const describeExcess = (max: number, what: string) => `A consulta passa do limite de ${max} ${what}.`

/** Validation rule: limits length, depth, aliases and directives of a document, except introspection. */
function sizeRule(context: ValidationContext): ASTVisitor {
  const limit = (size: number, max: number, what: string) => {
    if (size <= max) return
    const extensions = { code: 'LIMIT_EXCEEDED' }
    context.reportError(new GraphQLError(describeExcess(max, what), { extensions }))
  }
  return {
    Document(document) {
      limit(document.loc?.source.body.length ?? 0, QUERY_MAX_CHARACTERS, 'caracteres')
      for (const facts of readFacts(context.getSchema(), document).operations.values()) {
        limit(facts.depth, QUERY_MAX_DEPTH, 'níveis')
        limit(facts.aliases, QUERY_MAX_ALIASES, 'apelidos (aliases)')
        limit(facts.introspectionAliases, INTROSPECTION_MAX_ALIASES, 'apelidos (aliases) em introspecção')
        limit(facts.directives, QUERY_MAX_DIRECTIVES, 'diretivas')
      }
    },
  }
}

/** The validation rules of both endpoints, besides those of the specification. */
export const SHARED_RULES: readonly ValidationRule[] = [sizeRule]

/** Validation rule: refuses subscriptions outside the stream. */
export function endpointRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      if (node.operation !== OperationTypeNode.SUBSCRIPTION) return
      context.reportError(
        new GraphQLError('Assinaturas (subscriptions) são atendidas em /graphql/stream.', {
          nodes: node,
          extensions: { code: 'WRONG_ENDPOINT', http: { status: 404 } },
        }),
      )
    },
  }
}

/**
 * Validation rule: refuses @skip and @include on the root field of a subscription, because without the field there is
 * nothing to stream.
 */
export function unconditionalRootRule(context: ValidationContext): ASTVisitor {
  return {
    Document(document) {
      for (const [{ operation }, { conditions }] of readFacts(context.getSchema(), document).operations) {
        if (operation !== OperationTypeNode.SUBSCRIPTION) continue
        for (const directive of conditions)
          if (['skip', 'include'].includes(directive.name.value))
            context.reportError(
              new GraphQLError('O campo de uma assinatura não pode ter @skip nem @include.', {
                nodes: directive,
              }),
            )
      }
    },
  }
}
