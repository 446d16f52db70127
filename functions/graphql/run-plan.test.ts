import fc from 'fast-check'
import { buildSchema, execute, isObjectType, Kind, parse, validate, type ExecutionResult } from 'graphql'
import { describe, expect, it } from 'vitest'
import { findPlan } from './query-plan.ts'
import { runPlan } from './run-plan.ts'

const schema = buildSchema(`
  input Range { from: Int!, to: Int = 9 } enum Colour { RED GREEN }
  interface Named { name: String }
  type Leaf implements Named { name: String }
  type Node {
    name: String
    title: String!
    count: Int
    colour: Colour
    tags: [String!]
    grid: [[Int]]
    child: Node
    sure: Node!
    some: [Node]
    all: [Node!]!
    sum(range: Range, add: Int = 1): Int
    called(with: String): String
  }
  type Query { node: Node, sure: Node!, some: [Node], named: Named }
`)

/** What a resolver does: the value as it is, later, nothing, a wrong one, or one of the ways to fail. */
const DEEDS = ['now', 'now', 'now', 'now', 'later', 'nothing', 'wrong', 'throws', 'rejects', 'error'] as const

/** A number that a place always has, so that both executions meet the same resolvers. */
function numberOf(text: string, seed: number): number {
  let number = seed
  for (const letter of text) number = (Math.imul(number, 31) + letter.charCodeAt(0)) | 0
  return Math.abs(Math.imul(number ^ (number >>> 15), 0x2c1b3c6d) >>> 3)
}

const VALUES: Record<string, unknown> = {
  name: 'nome',
  title: 'título',
  count: 3,
  colour: 'RED',
  tags: ['a', 'b'],
  grid: [[1, 2], null, [3]],
  some: [{}, null, {}],
  all: [{}, {}],
}

/** Gives every field a resolver whose deed hangs on its place and a seed. */
function misbehave(seed: () => number): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      field.resolve = (
        _source,
        args: { range?: { from: number; to: number }; add?: number },
        _context,
        info,
      ) => {
        const keys: string[] = []
        // The items of a list are all alike: where one throws while another is under way, graphql leaves the other alone.
        for (let place: typeof info.path | undefined = info.path; place; place = place.prev)
          if (typeof place.key === 'string') keys.push(place.key)
        const deed = DEEDS[numberOf(keys.join('.'), seed()) % DEEDS.length]
        const sum = (args.range?.from ?? 0) + (args.range?.to ?? 0) + (args.add ?? 0)
        const value = field.name === 'sum' ? sum : (VALUES[field.name] ?? {})
        if (deed === 'throws') throw new Error(`${info.parentType.name}.${info.fieldName} throws`)
        if (deed === 'rejects') return Promise.reject(new Error(`${info.fieldName} rejects`))
        if (deed === 'later') return Promise.resolve(value)
        if (deed === 'nothing') return null
        if (deed === 'error') return new Error(`${info.fieldName} is an error`)
        return deed === 'wrong' ? Symbol('wrong') : value
      }
    }
  }
}

const RUNS = 150

const LEAVES = ['name', 'title', 'count', 'colour', 'tags', 'grid', '__typename', 'other: name']
const SUMS = ['sum', 'sum(range: { from: 2 })', 'sum(range: { from: $from, to: 4 }, add: $add)']
const { selection } = fc.letrec<{ selection: string; field: string }>((tie) => ({
  selection: fc
    .array(tie('field'), { minLength: 1, maxLength: 5 })
    // One of a kind: the same name with other arguments would not be valid.
    .map(
      (fields) =>
        `{ ${[...new Map(fields.map((field) => [field.split(/[ ({]/)[0], field])).values()].join(' ')} }`,
    ),
  field: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...LEAVES, ...SUMS, '... on Node { title count }', '...Part', '...Part count'),
    fc
      .tuple(fc.constantFrom('child', 'sure', 'some', 'all', 'more: child'), tie('selection'))
      .map(([name, below]) => `${name} ${below}`),
  ),
}))

const asText = ({ data, errors = [] }: ExecutionResult) => ({
  data: JSON.stringify(data),
  errors: errors.map((error) => JSON.stringify(error)).sort(),
})

function planOf(text: string) {
  const document = parse(text)
  expect(validate(schema, document)).toEqual([])
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  if (!operation) throw new Error(`no operation in ${text}`)
  return { document, operation, plan: findPlan(schema, document, operation) }
}

/** The outcomes of the same text both ways. */
async function runBoth(text: string, variables: Record<string, unknown> = {}) {
  const { document, operation, plan } = planOf(text)
  if (!plan) throw new Error(`no plan for ${text}`)
  const planned = asText(await runPlan(plan, { schema, operation, context: {}, variables }))
  const known = await execute({ schema, document, contextValue: {}, variableValues: variables })
  return { planned, known: asText(known) }
}

describe('a plan', () => {
  it("has the outcome of graphql's own execution, whatever resolvers do", async () => {
    let seed = 0
    misbehave(() => seed)
    await fc.assert(
      fc.asyncProperty(
        selection,
        fc.nat(),
        fc.constantFrom('node', 'sure', 'some'),
        async (below, drawn, root) => {
          seed = drawn
          const uses = (name: string) => below.includes(name)
          const declared = [uses('$from') && '$from: Int!', uses('$add') && '$add: Int = 5'].filter(Boolean)
          const part = uses('...Part') ? 'fragment Part on Node { name tags title }' : ''
          const head = declared.length > 0 ? `query (${declared.join(', ')})` : 'query'
          const { planned, known } = await runBoth(`${head} { ${root} ${below} } ${part}`, { from: 1 })
          expect(planned).toEqual(known)
        },
      ),
      { numRuns: RUNS },
    )
  })

  it.each([{}, { from: null }, { from: 'um' }, { from: 1, add: 1.5 }])(
    'refuses the variables %j as graphql does',
    async (variables) => {
      misbehave(() => 1)
      const text = 'query ($from: Int!, $add: Int) { node { sum(range: { from: $from }, add: $add) } }'
      const { planned, known } = await runBoth(text, variables)
      expect(planned).toEqual(known)
      expect({ data: planned.data, errors: planned.errors.length }).toEqual({ data: undefined, errors: 1 })
    },
  )

  it('calls a function that stands where a value is looked for', async () => {
    const type = schema.getType('Node')
    if (!isObjectType(type)) throw new Error('Node is a type')
    const query = schema.getQueryType()?.getFields()['node']
    if (query) query.resolve = () => ({ called: ({ with: word }: { with: string }) => `called with ${word}` })
    delete type.getFields()['called']?.resolve
    const { planned, known } = await runBoth('{ node { called(with: "palavra") } }')
    expect(planned).toEqual(known)
    expect(planned.data).toBe('{"node":{"called":"called with palavra"}}')
  })

  it('leaves no failure alone when an item of a list throws while others are under way', async () => {
    const { operation, plan } = planOf('{ sure { all { title } } }')
    misbehave(() => 0)
    let calls = 0
    const later = (value: unknown) => () => Promise.resolve(value)
    const resolvers = {
      'Query.sure': later({}),
      'Node.all': later([{}, {}]),
      'Node.title': () => {
        calls += 1
        if (calls > 1) throw new Error('at once')
        return Promise.reject(new Error('later'))
      },
    }
    for (const [name, resolve] of Object.entries(resolvers)) {
      const [typeName = '', fieldName = ''] = name.split('.')
      const type = schema.getType(typeName)
      const field = isObjectType(type) ? type.getFields()[fieldName] : undefined
      if (field) field.resolve = resolve
    }
    const outcome = plan && (await runPlan(plan, { schema, operation, context: {}, variables: {} }))
    expect(outcome).toMatchObject({
      data: null,
      errors: [{ message: 'at once', path: ['sure', 'all', 1, 'title'] }],
    })
  })
})

describe('no plan', () => {
  it.each([
    '{ __schema { types { name } } }',
    'query ($if: Boolean!) { node { name @include(if: $if) } }',
    'query ($if: Boolean!) { node { ... @skip(if: $if) { name } } }',
    '{ named { name } }',
    '{ node { __proto__: name } }',
  ])('is made of %s', (text) => {
    expect(planOf(text).plan).toBeUndefined()
  })

  it('is made of more fields than any page asks for', () => {
    const parts = Array.from(
      { length: 12 },
      (_, i) => `fragment F${i} on Node { child { ...F${i + 1} } sure { ...F${i + 1} } }`,
    )
    const text = `{ node { ...F0 } } ${parts.join(' ')} fragment F12 on Node { name }`
    expect(planOf(text).plan).toBeUndefined()
  })
})
