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
/** Within introspection, which counts for itself: tools use none, and each may repeat the whole schema. */
const INTROSPECTION_MAX_ALIASES = 60
const QUERY_MAX_DIRECTIVES = 50
/** Points: `articles(limit: 250)` with every field and features costs about 13,000. */
export const QUERY_MAX_COST = 50_000

interface Size {
  /** Levels of fields below a place. */
  depth: number
  aliases: number
  /** Aliases of introspection and within it. */
  introspectionAliases: number
  directives: number
}

const NOTHING: Size = { depth: 0, aliases: 0, introspectionAliases: 0, directives: 0 }

function isIntrospection(name: string): boolean {
  return name === '__schema' || name === '__type'
}

/**
 * Measures a selection with its fragments in place. Each fragment is measured once, so that fragments of fragments
 * cannot make the measuring itself slow; a fragment inside itself counts nothing here (validation refuses it).
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

/** Validation rule: length, depth, aliases and directives of a document, introspection aside. */
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

/** What both endpoints check of a document besides what the specification says. */
export const SHARED_RULES: readonly ValidationRule[] = [sizeRule]

/** Validation rule: subscriptions run on the stream alone, whatever else is right with them. */
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

/** Validation rule: the one field of a subscription always runs, since without it there is nothing to stream. */
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
