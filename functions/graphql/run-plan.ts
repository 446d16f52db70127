import {
  getArgumentValues,
  getVariableValues,
  GraphQLError,
  locatedError,
  type ExecutionResult,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { PlannedField, QueryPlan, Shape } from './query-plan.ts'

/** As many faults of variables as graphql itself lists. */
const VARIABLE_ERRORS_MAX = 50

type Path = GraphQLResolveInfo['path']

export interface PlanRequest {
  schema: GraphQLSchema
  operation: OperationDefinitionNode
  context: unknown
  /** As they came. */
  variables: Record<string, unknown>
}

/** What the fields of one run share. */
interface Run extends PlanRequest {
  plan: QueryPlan
  /** Places that became null because something at or below them failed; undefined is the whole answer. */
  nulled: Set<Path | undefined>
  errors: GraphQLError[]
}

/** What resolvers may ask about their place. Few do and there is one for each value, so nothing is made before. */
class FieldInfo implements GraphQLResolveInfo {
  readonly field: PlannedField
  readonly definition: GraphQLField<unknown, unknown>
  readonly above: Path | undefined
  readonly run: Run

  constructor(
    field: PlannedField,
    definition: GraphQLField<unknown, unknown>,
    above: Path | undefined,
    run: Run,
  ) {
    this.field = field
    this.definition = definition
    this.above = above
    this.run = run
  }

  get fieldName() {
    return this.definition.name
  }
  get fieldNodes() {
    return this.field.nodes
  }
  get returnType() {
    return this.definition.type
  }
  get parentType() {
    return this.field.parent
  }
  get path() {
    return pathOf(this.field, this.above)
  }
  get schema() {
    return this.run.schema
  }
  get fragments() {
    return this.run.plan.fragments
  }
  get rootValue() {
    return undefined
  }
  get operation() {
    return this.run.operation
  }
  get variableValues() {
    return this.run.variables
  }
}

const pathOf = ({ key, parent }: PlannedField, above: Path | undefined): Path => ({
  prev: above,
  key,
  typename: parent.name,
})

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

/** An error is told once: not below a place that is null already for another one. */
function tell(error: GraphQLError, path: Path | undefined, { nulled, errors }: Run): void {
  for (let place = path; place; place = place.prev) if (nulled.has(place)) return
  if (nulled.has(undefined)) return
  nulled.add(path)
  errors.push(error)
}

/** Null in place of what failed or, where null cannot stand, the error for the place above (GraphQL, 6.4.4). */
function giveUp(raw: unknown, shape: Shape, field: PlannedField, path: Path, run: Run): null {
  const keys: (string | number)[] = []
  for (let place: Path | undefined = path; place; place = place.prev) keys.unshift(place.key)
  const error = locatedError(raw, field.nodes, keys)
  if (shape.isNonNull) throw error
  tell(error, path, run)
  return null
}

const nameOf = ({ parent, definition }: PlannedField) => `${parent.name}.${definition?.name}`

/** What stands in the answer for the value of a scalar or an enum. Throws where null cannot stand. */
function completeLeaf(value: unknown, shape: Shape, field: PlannedField): unknown {
  if (value instanceof Error) throw value
  if (value === null || value === undefined) {
    if (shape.isNonNull) throw new Error(`Cannot return null for non-nullable field ${nameOf(field)}.`)
    return null
  }
  const serialized: unknown = shape.leaf?.serialize(value)
  if (serialized === null || serialized === undefined)
    throw new Error(`${shape.leaf?.name} has no representation of what ${nameOf(field)} returned.`)
  return serialized
}

/** What stands in the answer for a value that is not a promise, or a promise of it. Throws where null cannot stand. */
function complete(value: unknown, shape: Shape, field: PlannedField, path: Path, run: Run): unknown {
  if (value instanceof Error || value === null || value === undefined)
    return completeLeaf(value, shape, field)
  if (shape.fields) return runSelection(shape.fields, value, path, run)
  if (shape.items) return completeList(value, shape.items, field, path, run)
  return completeLeaf(value, shape, field)
}

function completeList(values: unknown, items: Shape, field: PlannedField, path: Path, run: Run): unknown {
  if (typeof values !== 'object' || values === null || !(Symbol.iterator in values))
    throw new GraphQLError(`Expected Iterable, but did not find one for field "${nameOf(field)}".`)
  const pending: unknown[] = []
  try {
    const completed = Array.from(values as Iterable<unknown>, (value, key) => {
      const item = settle(value, items, field, { prev: path, key, typename: undefined }, run)
      if (isPromise(item)) pending.push(item)
      return item
    })
    return pending.length > 0 ? Promise.all(completed) : completed
  } catch (error) {
    // What is under way is heard, lest its failure is nobody's and ends the process.
    void Promise.allSettled(pending)
    throw error
  }
}

/** Completes what may be a promise, and gives up on what fails. */
function settle(value: unknown, shape: Shape, field: PlannedField, path: Path, run: Run): unknown {
  try {
    const completed = isPromise(value)
      ? value.then((given) => complete(given, shape, field, path, run))
      : complete(value, shape, field, path, run)
    if (!isPromise(completed)) return completed
    return completed.then(undefined, (error: unknown) => giveUp(error, shape, field, path, run))
  } catch (error) {
    return giveUp(error, shape, field, path, run)
  }
}

/** What the field's resolver gives, or without one the property of its name, called when it is a function. */
function resolve(
  field: PlannedField,
  definition: GraphQLField<unknown, unknown>,
  source: unknown,
  above: Path | undefined,
  run: Run,
): unknown {
  const { resolve: given, name } = definition
  const property = given ? undefined : (source as Record<string, unknown> | undefined)?.[name]
  if (!given && typeof property !== 'function') return property
  const info = new FieldInfo(field, definition, above, run)
  const args =
    definition.args.length === 0 ? {} : getArgumentValues(definition, field.nodes[0], run.variables)
  if (given) return given(source, args, run.context, info)
  return (property as (...given: unknown[]) => unknown).call(source, args, run.context, info)
}

/** The value of a field, or a promise of it. Throws what the place above has to give up on. */
function runField(field: PlannedField, source: unknown, above: Path | undefined, run: Run): unknown {
  const { definition, shape } = field
  if (!definition) return field.parent.name
  const path = shape.leaf ? undefined : pathOf(field, above)
  try {
    const value = resolve(field, definition, source, above, run)
    // Most fields are leaves at hand: for those not even the path is made.
    if (!path && !isPromise(value)) return completeLeaf(value, shape, field)
    return settle(value, shape, field, path ?? pathOf(field, above), run)
  } catch (error) {
    return giveUp(error, shape, field, path ?? pathOf(field, above), run)
  }
}

/** The object of a selection, or a promise of it. */
function runSelection(
  fields: readonly PlannedField[],
  source: unknown,
  path: Path | undefined,
  run: Run,
): unknown {
  // An ordinary object: what has no prototype is written to JSON more slowly.
  const answer: Record<string, unknown> = {}
  let pending: Promise<void>[] | undefined
  const fill = async (key: string, value: Promise<unknown>) => void (answer[key] = await value)
  try {
    for (const field of fields) {
      const value = runField(field, source, path, run)
      // Put in place at once, so that fields keep their order.
      answer[field.key] = value
      if (isPromise(value)) (pending ??= []).push(fill(field.key, value))
    }
  } catch (error) {
    // What is under way is awaited, lest its failure is nobody's.
    if (pending) return Promise.allSettled(pending).then(() => Promise.reject(error as Error))
    throw error
  }
  return pending ? Promise.all(pending).then(() => answer) : answer
}

/**
 * Runs a planned query, with the outcome that graphql's own `execute` gives. It does for each request only what depends
 * on the request, and so takes half the time for a list.
 */
export async function runPlan(plan: QueryPlan, request: PlanRequest): Promise<ExecutionResult> {
  const { schema, operation } = request
  const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables, {
    maxErrors: VARIABLE_ERRORS_MAX,
  })
  if (coerced.errors) return { errors: coerced.errors }
  const run: Run = { ...request, plan, variables: coerced.coerced, nulled: new Set(), errors: [] }
  try {
    const data = (await runSelection(plan.fields, undefined, undefined, run)) as Record<string, unknown>
    return run.errors.length > 0 ? { errors: run.errors, data } : { data }
  } catch (error) {
    tell(error as GraphQLError, undefined, run)
    return { errors: run.errors, data: null }
  }
}
