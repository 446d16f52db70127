import { PublicError } from '@pauta/platform/errors'
import * as z from 'zod'
import ptBR from 'zod/v4/locales/pt-BR.js'
import { dropNulls, type Nullable } from './nulls.ts'
import { OperationError, type ExecuteOperation } from './operation.ts'

/** What a tool may use. */
export interface ToolContext {
  execute: ExecuteOperation
  /** Base of the service's addresses, without a slash at its end. */
  baseUrl: string
  now: Date
}

/** Hints for clients, as the protocol names them. */
export interface ToolAnnotations {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** The tool reads, and a repeated call changes nothing. */
const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** A tool of the MCP server. */
export interface Tool {
  /** In English, with underscores, as clients show and send it. */
  name: string
  /** For people, in Portuguese. */
  title: string
  /** For models, in Portuguese: when to use the tool and what it returns. */
  description: string
  input: z.ZodObject
  output: z.ZodObject
  annotations: ToolAnnotations
  /** Checks the arguments and answers. Throws OperationError or PublicError for faults of the caller. */
  call(args: unknown, context: ToolContext): Promise<Record<string, unknown>>
}

const ISSUES_MAX = 3
const MESSAGE_MAX_CHARACTERS = 500
const NAME_MAX_CHARACTERS = 40
const { localeError } = ptBR()

/** Writes the place of an argument: `recortes[0].title`. */
const writePath = (path: readonly PropertyKey[]): string =>
  path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${String(step)}`))
    .join('')

/** The parts of a JSON Schema that lead to the names of its fields. */
interface Node {
  properties?: Record<string, Node>
  items?: Node
}

/** Returns the names of the fields at a place of a schema. */
function listNames(input: z.ZodObject, path: readonly PropertyKey[]): string[] {
  const place = path.reduce<Node | undefined>(
    (node, step) => (typeof step === 'number' ? node?.items : node?.properties?.[String(step)]),
    z.toJSONSchema(input, { io: 'input' }) as Node,
  )
  return Object.keys(place?.properties ?? {})
}

/** Describes a fault of the arguments. An unknown name is answered with the names that exist. */
function describeIssue(input: z.ZodObject, issue: z.core.$ZodIssue): string {
  const place = issue.path.length === 0 ? '' : `${writePath(issue.path)}: `
  if (issue.code !== 'unrecognized_keys') return `${place}${issue.message}`
  const unknown = issue.keys
    .slice(0, ISSUES_MAX)
    .map((name) => `"${name.slice(0, NAME_MAX_CHARACTERS).toWellFormed()}"`)
    .join(', ')
  const names = listNames(input, issue.path)
  const known = names.length === 0 ? 'Não há argumentos' : `Os argumentos são: ${names.join(', ')}`
  return `${place}argumento desconhecido: ${unknown}. ${known}.`
}

/** Returns the arguments in the shape of the tool. Throws OperationError BAD_USER_INPUT that names the first faults. */
function checkArguments<Input extends z.ZodObject>(input: Input, args: unknown): z.output<Input> {
  const parsed = input.safeParse(args ?? {}, { error: localeError })
  if (parsed.success) return parsed.data
  const messages = parsed.error.issues.slice(0, ISSUES_MAX).map((issue) => describeIssue(input, issue))
  throw new OperationError('BAD_USER_INPUT', messages.join('; ').slice(0, MESSAGE_MAX_CHARACTERS))
}

/**
 * Returns a tool of typed arguments and results. Fields of the result that are null are left out of its answer. The
 * default annotations are those of a tool that only reads.
 */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>({
  run,
  annotations = READS,
  ...tool
}: Pick<Tool, 'name' | 'title' | 'description'> & {
  input: Input
  output: Output
  annotations?: ToolAnnotations
  run: (args: z.output<Input>, context: ToolContext) => Promise<Nullable<z.output<Output>>>
}): Tool {
  return {
    ...tool,
    annotations,
    call: async (args, context) => dropNulls(await run(checkArguments(tool.input, args), context)),
  }
}

/** Returns the code and the message of a failure that the caller may read; undefined for a fault of our own. */
export function describeToolFailure(error: unknown): { code: string; message: string } | undefined {
  if (error instanceof OperationError || error instanceof PublicError)
    return { code: error.code, message: error.message }
  return undefined
}
