import type { Tool } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { anyText, HOSTILE_TEXTS } from './hostile-values.ts'

/** The parts of a JSON Schema that tools use. */
interface Shape {
  type?: string
  properties?: Record<string, Shape>
  items?: Shape
  enum?: unknown[]
  minimum?: number
  maximum?: number
}

const texts = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.constantFrom('saude', 'mec', '03', '03.01', 'notícia', '2026-06-01', 'Q1', '0 8 * * *'),
  anyText(40),
)
const anything = fc.oneof(
  texts,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(1e308, -1, 0.5, 2 ** 31, null),
)

/** Draws mostly values of a schema, also beyond its bounds, and sometimes any value. */
function valueOf(shape: Shape): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: properValueOf(shape) }, { weight: 1, arbitrary: anything })
}

function properValueOf({ type, properties, items, enum: choices, minimum = 0, maximum = 10 }: Shape) {
  if (choices) return fc.constantFrom(...choices)
  if (type === 'string') return texts
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.integer({ min: minimum - 1, max: Math.min(maximum + 1, 2 ** 31 - 1) })
  if (type === 'number') return fc.double({ min: minimum, max: maximum })
  if (type === 'array') return fc.array(valueOf(items ?? {}), { maxLength: 4 })
  if (properties) return argumentsOf({ properties })
  return anything
}

/** Draws arguments of an object schema: each property is there in half of the cases. */
function argumentsOf({ properties = {} }: Shape): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([name, shape]) => [name, valueOf(shape)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
}

/** Draws a call of one of the tools. */
export const drawnCall = (
  tools: readonly Tool[],
): fc.Arbitrary<{ name: string; arguments: Record<string, unknown> }> =>
  fc
    .constantFrom(...tools)
    .chain(({ name, inputSchema }) =>
      fc.record({ name: fc.constant(name), arguments: argumentsOf(inputSchema as Shape) }),
    )
