import type { ErrorCode } from '@pauta/platform/errors'
import type * as z from 'zod'
import { dropNulls } from './nulls.ts'

/** One operation of the public GraphQL schema. */
export interface Operation {
  /** The whole document, with one operation. */
  query: string
  variables: Record<string, unknown>
}

/** An error of an operation, as the API returns it. */
interface OperationFault {
  message: string
  path?: readonly (string | number)[] | undefined
  extensions?: Record<string, unknown> | undefined
}

/** The answer to an operation, as the API returns it. */
interface OperationAnswer {
  data?: unknown
  errors?: readonly OperationFault[] | undefined
  extensions?: Record<string, unknown> | undefined
}

/** Executes an operation with the rights of the caller. Faults of the operation are in the answer. */
export type ExecuteOperation = (operation: Operation) => Promise<OperationAnswer>

/** A failure that the caller of a tool reads: the code and the message of the API. */
export class OperationError extends Error {
  override readonly name = 'OperationError'
  readonly code: ErrorCode | 'CONFIRMATION_REQUIRED'

  constructor(code: OperationError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** The data of an operation, and messages about parts that are missing. */
export interface Read<Data> {
  data: Data
  warnings: string[]
}

function codeOf({ extensions }: OperationFault): OperationError['code'] {
  const code = extensions?.['code']
  return typeof code === 'string' ? (code as ErrorCode) : 'INTERNAL'
}

function failureOf(fault: OperationFault): OperationError {
  const requestId = fault.extensions?.['requestId']
  const place = typeof requestId === 'string' ? ` Código: ${requestId}.` : ''
  return new OperationError(codeOf(fault), `${fault.message}${place}`)
}

/**
 * Executes an operation and checks its data, in which fields that are null are missing. A failed field inside of an
 * answer becomes a warning. Throws OperationError with the first error if a root field failed.
 */
export async function readOperation<Schema extends z.ZodType>(
  execute: ExecuteOperation,
  { query, variables, data: schema }: Operation & { data: Schema },
): Promise<Read<z.output<Schema>>> {
  const { data, errors = [], extensions } = await execute({ query, variables })
  const fatal = errors.find(({ path }) => path === undefined || path.length < 2)
  if (fatal) throw failureOf(fatal)
  const parsed = schema.safeParse(dropNulls<unknown>(data))
  if (!parsed.success) {
    const [first] = errors
    throw first ? failureOf(first) : parsed.error
  }
  const warned = extensions?.['warnings']
  const warnings = Array.isArray(warned) ? warned.map(String) : []
  return { data: parsed.data, warnings: [...warnings, ...errors.map(({ message }) => message)] }
}
