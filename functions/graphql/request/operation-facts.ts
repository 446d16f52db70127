import {
  getNamedType,
  isObjectType,
  Kind,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { findDirective } from './field-directives.ts'

/** A call of a field with `@cost`. Its arguments decide its price and how often its selection is paid. */
interface PricedCall {
  node: FieldNode
  field: GraphQLField<unknown, unknown>
  below: PricedSelection
}

/** What the price of a selection adds up. */
export interface PricedSelection {
  /** Points of the fields without `@cost`, one each. */
  points: number
  calls: PricedCall[]
  /** Fragments are apart, so that each is priced once: nested fragments would double the work at each level. */
  fragments: PricedSelection[]
}

/** Facts of a selection including its fragments. */
export interface OperationFacts {
  /** Levels of nested fields, without introspection. */
  depth: number
  aliases: number
  /** Aliases on and within introspection fields. */
  introspectionAliases: number
  /** Directives outside of introspection. */
  directives: number
  /** Fields with all fragments expanded. Infinity with introspection. */
  expandedFields: number
  /** The fields of the first level. */
  fields: ReadonlySet<FieldNode>
  /** The directives of the first level, on fields and on fragments. */
  conditions: ReadonlySet<DirectiveNode>
  price: PricedSelection
}

interface DocumentFacts {
  operations: ReadonlyMap<OperationDefinitionNode, OperationFacts>
  /** The selected fields of object types (`Query.articles`) of all operations. */
  coordinates: ReadonlySet<string>
}

interface Facts extends OperationFacts {
  fields: Set<FieldNode>
  conditions: Set<DirectiveNode>
}

const makeFacts = (): Facts => ({
  depth: 0,
  aliases: 0,
  introspectionAliases: 0,
  directives: 0,
  expandedFields: 0,
  fields: new Set(),
  conditions: new Set(),
  price: { points: 0, calls: [], fragments: [] },
})

/** Adds the sizes of a selection. `levels` is 1 for the selection of a field and 0 for a fragment. */
function addSizes(total: Facts, part: OperationFacts, levels: 0 | 1): void {
  total.depth = Math.max(total.depth, part.depth + levels)
  total.aliases += part.aliases
  total.introspectionAliases += part.introspectionAliases
  total.directives += part.directives
  total.expandedFields += part.expandedFields
}

function addPrice({ price }: Facts, { points, calls, fragments }: PricedSelection): void {
  price.points += points
  price.calls.push(...calls)
  price.fragments.push(...fragments)
}

/** Adds what a fragment selects on the same level. */
function addLevel(total: Facts, { fields, conditions }: OperationFacts): void {
  for (const field of fields) total.fields.add(field)
  for (const condition of conditions) total.conditions.add(condition)
}

const isIntrospection = (name: string) => name === '__schema' || name === '__type'

/** Visits each selection of a document once, fragments included. The document may be invalid. */
class DocumentReader {
  readonly coordinates = new Set<string>()
  readonly #schema: GraphQLSchema
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #known = new Map<string, Facts>()

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode) {
    const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
    this.#schema = schema
    this.#fragments = new Map(fragments.map((node) => [node.name.value, node]))
  }

  read({ selections }: SelectionSetNode, type: GraphQLNamedType | undefined): Facts {
    const total = makeFacts()
    const spread = new Set<Facts>()
    for (const selection of selections) {
      for (const directive of selection.directives ?? []) total.conditions.add(directive)
      total.directives += selection.directives?.length ?? 0
      if (selection.kind === Kind.FIELD) this.#addField(total, selection, type)
      else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const own = selection.typeCondition
        const below = this.read(selection.selectionSet, own ? this.#schema.getType(own.name.value) : type)
        addSizes(total, below, 0)
        addLevel(total, below)
        addPrice(total, below.price)
      } else {
        const below = this.#readFragment(selection.name.value)
        addSizes(total, below, 0)
        if (!spread.has(below)) addLevel(total, below)
        spread.add(below)
        total.price.fragments.push(below.price)
      }
    }
    return total
  }

  #addField(total: Facts, node: FieldNode, type: GraphQLNamedType | undefined): void {
    const name = node.name.value
    const own = node.alias ? 1 : 0
    const parent = isObjectType(type) ? type : undefined
    const field = parent?.getFields()[name]
    const below = node.selectionSet
      ? this.read(node.selectionSet, field && getNamedType(field.type))
      : makeFacts()
    total.fields.add(node)
    if (parent) this.coordinates.add(`${parent.name}.${name}`)
    // Introspection is public, free and has limits of its own.
    if (isIntrospection(name)) {
      total.introspectionAliases += own + below.aliases + below.introspectionAliases
      total.expandedFields = Infinity
      return
    }
    total.aliases += own
    total.expandedFields++
    addSizes(total, below, 1)
    if (field && findDirective(field, 'cost')) total.price.calls.push({ node, field, below: below.price })
    else {
      total.price.points++
      if (field) addPrice(total, below.price)
    }
  }

  /** Reads each fragment once. A fragment inside itself counts as nothing; validation refuses it. */
  #readFragment(name: string): Facts {
    const known = this.#known.get(name)
    if (known) return known
    const fragment = this.#fragments.get(name)
    this.#known.set(name, makeFacts())
    if (!fragment) return makeFacts()
    const facts = this.read(fragment.selectionSet, this.#schema.getType(fragment.typeCondition.name.value))
    this.#known.set(name, facts)
    return facts
  }
}

/** Apollo returns the same object for a repeated document, so each document is visited once. */
const factsByDocument = new WeakMap<DocumentNode, DocumentFacts>()

/** Returns the facts by which a document is limited, priced, cached, compiled and logged. The document may be invalid. */
export function readFacts(schema: GraphQLSchema, document: DocumentNode): DocumentFacts {
  const known = factsByDocument.get(document)
  if (known) return known
  const reader = new DocumentReader(schema, document)
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  const facts = {
    operations: new Map(
      operations.map((node) => [
        node,
        reader.read(node.selectionSet, schema.getRootType(node.operation) ?? undefined),
      ]),
    ),
    coordinates: reader.coordinates,
  }
  factsByDocument.set(document, facts)
  return facts
}
