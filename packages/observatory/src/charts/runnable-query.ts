/** An operation and its variables. */
export interface RunnableSource {
  document: { toString(): string }
  variables: object
  /** Of the same operation again, for charts of several answers. */
  more?: readonly object[]
}

/** Types whose values are texts. A text of any other type is a value of an enum, which has no quotes. */
const TEXT_TYPES = new Set(['String', 'ID'])

function writeLiteral(value: unknown, isEnum: boolean): string {
  if (Array.isArray(value)) return `[${value.map((one) => writeLiteral(one, isEnum)).join(', ')}]`
  if (typeof value === 'string' && isEnum) return value
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  // Texts inside of inputs are never enums in this site's operations.
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return `{${fields.map(([name, field]) => `${name}: ${writeLiteral(field, false)}`).join(', ')}}`
}

function writeOperation(document: string, variables: object): string {
  const values = new Map<string, unknown>(Object.entries(variables))
  const text = document.replace(/\$(\w+): ([\w![\]]+)/g, (definition, name: string, type: string) => {
    const value = values.get(name)
    const isEnum = !TEXT_TYPES.has(type.replace(/[![\]]/g, ''))
    return value === undefined ? definition : `${definition} = ${writeLiteral(value, isEnum)}`
  })
  return `${text.trim()}\n`
}

/**
 * Returns an operation as one text that any GraphQL client runs: the values are the defaults of its variables
 * (`$days: Int! = 30`). With several sets of variables, each set is an operation with a number in its name.
 */
export function writeRunnableQuery({ document, variables, more = [] }: RunnableSource): string {
  return [variables, ...more]
    .map((values, at) => {
      const named = at === 0 ? String(document) : String(document).replace(/query (\w+)/, `query $1${at + 1}`)
      return writeOperation(named, values)
    })
    .join('\n')
}

/** Returns the name of an operation. */
export const nameOperation = ({ document }: RunnableSource): string =>
  /\b(?:query|mutation)\s+(\w+)/.exec(document.toString())?.[1] ?? ''
