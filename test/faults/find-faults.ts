import { parseAst } from 'vitest/node'
import { findSqlFaults } from './find-sql-faults.ts'

/** A small change of shipped code that a test should see. */
export interface Fault {
  path: string
  line: number
  /** A lost condition or field, a moved bound, a turned order, or something undone after a failure. */
  kind: string
  /** Offsets in the file's text, in UTF-16 units, half open. */
  start: number
  end: number
  before: string
  after: string
}

export type Edit = Omit<Fault, 'path' | 'line' | 'before'>

/** A node of the syntax tree, as ESTree describes it. */
interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const nodes = (value: unknown): Node[] => [value].flat().filter(isNode)
const nameOf = (value: unknown) => (isNode(value) ? String(value['name']) : '')

const EDGES: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }

/** Leaves out one of two conditions. Of `a && b && c`, each is left out once. */
function dropCondition({ operator, left, right, start, end }: Node, text: string): Edit[] {
  if (!isNode(left) || !isNode(right) || operator === '??') return []
  // Parentheses around a condition are no part of its node, and without one of a pair nothing can read the code. An object
  // behind an arrow would become a block.
  const isEnclosed = /[()]/.test(text.slice(left.end, right.start)) || text[right.start] === '{'
  const keep = (kept: Node) => ({
    kind: 'condition',
    start,
    end,
    after: `(${text.slice(kept.start, kept.end)})`,
  })
  const withoutRight = isEnclosed ? keep(left) : { kind: 'condition', start: left.end, end, after: '' }
  const withoutLeft = isEnclosed ? keep(right) : { kind: 'condition', start, end: right.start, after: '' }
  return left['operator'] === operator ? [withoutRight] : [withoutLeft, withoutRight]
}

const addOne = ({ value, end }: Node): Edit[] =>
  typeof value === 'number' ? [{ kind: 'bound', start: end, end, after: ' + 1' }] : []

/** Moves a bound by one, or lets it take the exact edge in or out. */
function moveBound({ operator, left, right }: Node, text: string): Edit[] {
  if (!isNode(left) || !isNode(right)) return []
  const sign = String(operator)
  if ((sign === '+' || sign === '-') && right['value'] === 1) {
    const closing = text.slice(left.end, text.indexOf(sign, left.end)).trimEnd()
    return [{ kind: 'bound', start: left.end + closing.length, end: right.end, after: '' }]
  }
  const after = EDGES[sign]
  if (after === undefined) return []
  const start = text.indexOf(sign, left.end)
  return [{ kind: 'bound', start, end: start + sign.length, after }, ...addOne(right)]
}

/** Turns a comparator or a reversed list around, and moves the ends of slices. */
function changeCall({ callee, arguments: given }: Node, text: string): Edit[] {
  if (!isNode(callee) || !isNode(callee['object'])) return []
  const method = nameOf(callee['property'])
  const [first] = nodes(given)
  if (method === 'slice') return nodes(given).flatMap(addOne)
  if (method === 'toReversed')
    return [{ kind: 'order', start: callee['object'].end, end: callee.end, after: '.slice' }]
  const [a, b] = nodes(first?.['params'])
  if (!/^(sort|toSorted)$/.test(method) || !a || !b) return []
  const after = `${text.slice(b.start, b.end)}, ${text.slice(a.start, a.end)}`
  return [{ kind: 'order', start: a.start, end: b.end, after }]
}

/** Leaves out each of several properties or elements, with its comma. */
function dropItems(list: readonly Node[]): Edit[] {
  if (list.length < 2) return []
  return list.map((item, n) => {
    const next = list[n + 1]
    const start = next ? item.start : (list[n - 1]?.end ?? item.start)
    return { kind: 'field', start, end: next?.start ?? item.end, after: '' }
  })
}

/** Leaves out what is done after a failure, besides what only operators read. */
function dropStatements(block: unknown): Edit[] {
  const statements = isNode(block) ? nodes(block['body']) : []
  return statements
    .filter(({ type, expression }) => type === 'ExpressionStatement' && !nodes(expression).some(isReport))
    .map(({ start, end }) => ({ kind: 'failure', start, end, after: ';' }))
}

const SQL_TAGS = /^(db|tx|sql)$/

/** Hides expressions, strings and comments, so that what remains is SQL alone. */
function maskSql({ start, end, expressions }: Node, text: string): string {
  let sql = text.slice(start + 1, end - 1)
  const mask = (from: number, to: number) =>
    (sql = sql.slice(0, from) + 'x'.repeat(to - from) + sql.slice(to))
  for (const expression of nodes(expressions)) mask(expression.start - start - 3, expression.end - start)
  return sql.replaceAll(/'[^']*'|--.*/g, (found) => 'x'.repeat(found.length))
}

function changeSql({ tag, quasi }: Node, text: string): Edit[] {
  if (!SQL_TAGS.test(nameOf(tag)) || !isNode(quasi)) return []
  const offset = quasi.start + 1
  return findSqlFaults(maskSql(quasi, text)).map((edit) => ({
    ...edit,
    start: edit.start + offset,
    end: edit.end + offset,
  }))
}

/** Lists the faults of one node. */
function changeNode(node: Node, text: string): Edit[] {
  switch (node.type) {
    case 'LogicalExpression':
      return dropCondition(node, text)
    case 'BinaryExpression':
      return moveBound(node, text)
    case 'CallExpression':
      return changeCall(node, text)
    case 'ObjectExpression':
      return dropItems(nodes(node['properties']))
    case 'ArrayExpression':
      return dropItems(nodes(node['elements']))
    case 'CatchClause':
      return dropStatements(node['body'])
    case 'TryStatement':
      return dropStatements(node['finalizer'])
    case 'TaggedTemplateExpression':
      return changeSql(node, text)
    default:
      return []
  }
}

/** Types are erased before the code runs, but these nodes contain an expression. */
const TYPED_EXPRESSIONS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

/** Logs and the texts of errors are for operators, and tests assert few of them. */
const isReport = ({ type, callee, expression }: Node): boolean => {
  if (type === 'ChainExpression') return isNode(expression) && isReport(expression)
  if (type === 'NewExpression') return nameOf(callee).endsWith('Error')
  if (type !== 'CallExpression' || !isNode(callee)) return false
  return /^(log|logger|console)$/.test(nameOf(callee['object'] ?? callee))
}

function* walk(node: Node): Generator<Node> {
  if (node.type.startsWith('TS') && !TYPED_EXPRESSIONS.has(node.type)) return
  if (node.type === 'ImportDeclaration' || isReport(node)) return
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
      line: lineOf(edit.start + (/^\s*/.exec(text.slice(edit.start, edit.end))?.[0].length ?? 0)),
      before: text.slice(edit.start, edit.end),
    }))
    .sort((a, b) => a.start - b.start)
}
