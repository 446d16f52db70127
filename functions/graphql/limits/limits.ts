import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql'

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

interface Size {
  /** Levels of nested fields. */
  depth: number
  aliases: number
  /** Aliases on and within introspection fields. */
  introspectionAliases: number
  directives: number
}

const NOTHING: Size = { depth: 0, aliases: 0, introspectionAliases: 0, directives: 0 }

function isIntrospection(name: string): boolean {
  return name === '__schema' || name === '__type'
}

/**
 * Measures a selection including its fragments. Each fragment is measured once, so that nested fragments cannot make
 * the measurement slow. A fragment inside itself counts as nothing here; validation refuses it.
 */
function measure(
  set: SelectionSetNode,
  fragments: Map<string, FragmentDefinitionNode>,
  known: Map<string, Size>,
): Size {
  const total = { ...NOTHING }
  const add = (size: Size, deeper: number) => {
    total.depth = Math.max(total.depth, size.depth + deeper)
    total.aliases += size.aliases
    total.introspectionAliases += size.introspectionAliases
    total.directives += size.directives
  }
  for (const selection of set.selections) {
    total.directives += selection.directives?.length ?? 0
    if (selection.kind === Kind.FIELD) {
      const below = selection.selectionSet ? measure(selection.selectionSet, fragments, known) : NOTHING
      const own = selection.alias ? 1 : 0
      if (isIntrospection(selection.name.value)) {
        total.introspectionAliases += own + below.aliases + below.introspectionAliases
        continue
      }
      total.aliases += own
      add(below, 1)
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      add(measure(selection.selectionSet, fragments, known), 0)
    } else {
      const name = selection.name.value
      const fragment = fragments.get(name)
      if (fragment && !known.has(name)) {
        known.set(name, NOTHING)
        known.set(name, measure(fragment.selectionSet, fragments, known))
      }
      add(known.get(name) ?? NOTHING, 0)
    }
  }
  return total
}

function listFragments(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  const definitions = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  return new Map(definitions.map((node) => [node.name.value, node]))
}

const tooMuch = (what: string, max: number) =>
  new GraphQLError(`A consulta passa do limite de ${max} ${what}.`, {
    extensions: { code: 'LIMIT_EXCEEDED', limit: max },
  })

/** Validation rule: limits length, depth, aliases and directives of a document, except introspection. */
export function sizeRule(context: ValidationContext): ASTVisitor {
  return {
    Document(document) {
      if ((document.loc?.source.body.length ?? 0) > QUERY_MAX_CHARACTERS) {
        context.reportError(tooMuch('caracteres', QUERY_MAX_CHARACTERS))
      }
      const fragments = listFragments(document)
      const known = new Map<string, Size>()
      for (const node of document.definitions) {
        if (node.kind !== Kind.OPERATION_DEFINITION) continue
        const size = measure(node.selectionSet, fragments, known)
        if (size.depth > QUERY_MAX_DEPTH) context.reportError(tooMuch('níveis', QUERY_MAX_DEPTH))
        if (size.aliases > QUERY_MAX_ALIASES)
          context.reportError(tooMuch('apelidos (aliases)', QUERY_MAX_ALIASES))
        if (size.introspectionAliases > INTROSPECTION_MAX_ALIASES)
          context.reportError(tooMuch('apelidos (aliases) em introspecção', INTROSPECTION_MAX_ALIASES))
        if (size.directives > QUERY_MAX_DIRECTIVES)
          context.reportError(tooMuch('diretivas', QUERY_MAX_DIRECTIVES))
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
          extensions: { code: 'WRONG_ENDPOINT', path: '/graphql/stream', http: { status: 404 } },
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
  const seen = new Set<string>()
  const check = ({ selections }: SelectionSetNode) => {
    for (const selection of selections) {
      for (const directive of selection.directives ?? [])
        if (['skip', 'include'].includes(directive.name.value))
          context.reportError(
            new GraphQLError('O campo de uma assinatura não pode ter @skip nem @include.', {
              nodes: directive,
            }),
          )
      if (selection.kind === Kind.INLINE_FRAGMENT) check(selection.selectionSet)
      if (selection.kind !== Kind.FRAGMENT_SPREAD || seen.has(selection.name.value)) continue
      seen.add(selection.name.value)
      const fragment = context.getFragment(selection.name.value)
      if (fragment) check(fragment.selectionSet)
    }
  }
  return {
    OperationDefinition({ operation, selectionSet }) {
      if (operation === OperationTypeNode.SUBSCRIPTION) check(selectionSet)
    },
  }
}
