import { parseAst } from 'vitest/node'

/** A small change of shipped code that a test should catch. */
export interface Fault {
  path: string
  line: number
  /** What is changed, such as `comparison`. */
  kind: string
  /** Offsets in the file's text, in UTF-16 units, half open. */
  start: number
  end: number
  before: string
  after: string
}

type Edit = Omit<Fault, 'path' | 'line' | 'before'>

/** A node of the syntax tree, as ESTree describes it. */
interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** The other operator for each operator: one moves the edge, one inverts the condition. */
const OPERATORS: Record<string, readonly [kind: string, other: string]> = {
  '<': ['edge', '<='],
  '<=': ['edge', '<'],
  '>': ['edge', '>='],
  '>=': ['edge', '>'],
  '===': ['comparison', '!=='],
  '!==': ['comparison', '==='],
  '&&': ['logic', '||'],
  '||': ['logic', '&&'],
  '-': ['sum', '+'],
  '*': ['product', '/'],
  '/': ['product', '*'],
  '+=': ['sum', '-='],
  '-=': ['sum', '+='],
}

const METHODS: Record<string, string> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
}

/** Parts of SQL whose loss shows only under load or at an edge, with their replacements. */
const SQL: readonly (readonly [RegExp, string])[] = [
  [/ for no key update\b| for update\b/g, ''],
  [/ skip locked\b/g, ''],
  [/ <= (?=\$|[a-z])/g, ' < '],
  [/ >= (?=\$|[a-z])/g, ' > '],
  [/ < (?=\$|[a-z])/g, ' <= '],
  [/ desc\b/g, ''],
  [/ is not null\b/g, ' is null'],
  [/\bnot exists\b/g, 'exists'],
]

/** Replaces the operator between two operands. Comments between them stay. */
function swapOperator(node: Node, text: string): Edit[] {
  const { left, right } = node
  const [kind, other] = OPERATORS[String(node['operator'])] ?? []
  if (!isNode(left) || !isNode(right) || kind === undefined || other === undefined) return []
  const start = text.indexOf(String(node['operator']), left.end)
  return start < right.start
    ? [{ kind, start, end: start + String(node['operator']).length, after: other }]
    : []
}

/** Omits one of two conditions. */
function dropCondition({ left, right, start, end }: Node, text: string): Edit[] {
  if (!isNode(left) || !isNode(right)) return []
  return [left, right].map((kept) => ({
    kind: 'condition',
    start,
    end,
    after: text.slice(kept.start, kept.end),
  }))
}

const negate = (test: unknown, text: string): Edit[] =>
  isNode(test)
    ? [
        {
          kind: 'negation',
          start: test.start,
          end: test.end,
          after: `!(${text.slice(test.start, test.end)})`,
        },
      ]
    : []

function changeLiteral({ value, start, end }: Node): Edit[] {
  if (typeof value === 'number') return [{ kind: 'constant', start, end, after: String(value + 1) }]
  if (typeof value === 'boolean') return [{ kind: 'constant', start, end, after: String(!value) }]
  return []
}

function changeMember({ property, computed }: Node): Edit[] {
  if (!isNode(property) || computed === true) return []
  const after = METHODS[String(property['name'])]
  return after === undefined ? [] : [{ kind: 'method', start: property.start, end: property.end, after }]
}

function changeSql({ quasi }: Node, text: string): Edit[] {
  if (!isNode(quasi)) return []
  const { start, end } = quasi
  return SQL.flatMap(([pattern, after]) =>
    [...text.slice(start, end).matchAll(pattern)].map((match) => ({
      kind: 'sql',
      start: start + match.index,
      end: start + match.index + match[0].length,
      after,
    })),
  )
}

/** Lists the faults of one node. */
function changeNode(node: Node, text: string): Edit[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'AssignmentExpression':
      return swapOperator(node, text)
    case 'LogicalExpression':
      return [...swapOperator(node, text), ...dropCondition(node, text)]
    case 'IfStatement':
    case 'ConditionalExpression':
      return negate(node['test'], text)
    case 'ExpressionStatement':
      return [{ kind: 'statement', start: node.start, end: node.end, after: ';' }]
    case 'UnaryExpression':
      return node['operator'] === '!'
        ? [{ kind: 'negation', start: node.start, end: node.start + 1, after: '' }]
        : []
    case 'Literal':
      return changeLiteral(node)
    case 'MemberExpression':
      return changeMember(node)
    case 'TaggedTemplateExpression':
      return changeSql(node, text)
    default:
      return []
  }
}

/** Types are erased before the code runs, but these nodes contain an expression. */
const TYPED_EXPRESSIONS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

function* walk(node: Node): Generator<Node> {
  if (node.type.startsWith('TS') && !TYPED_EXPRESSIONS.has(node.type)) return
  if (node.type === 'ImportDeclaration') return
  yield node
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* walk(child)
}

/** Lists every fault that can be put into a file of TypeScript, from its top to its end. */
export function findFaults(path: string, text: string): Fault[] {
  const program: unknown = parseAst(text, { lang: 'ts' })
  if (!isNode(program)) throw new Error(`${path} could not be read`)
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  return [...walk(program)]
    .flatMap((node) => changeNode(node, text))
    .map((edit) => ({
      ...edit,
      path,
      line: lineOf(edit.start),
      before: text.slice(edit.start, edit.end),
    }))
    .sort((a, b) => a.start - b.start)
}

/** Returns the text with the fault in it. */
export const putFault = (text: string, { start, end, after }: Fault): string =>
  text.slice(0, start) + after + text.slice(end)
