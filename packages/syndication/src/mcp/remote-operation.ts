import { readBounded } from '@pauta/platform/input/read-bounded'
import * as z from 'zod'
import { OperationError, type ExecuteOperation } from './operation.ts'

/** As long as API Gateway waits for the service. */
const TIMEOUT_MS = 30_000
/** Larger than every answer that the service sends. */
const ANSWER_MAX_BYTES = 8 * 1024 * 1024

const answerShape = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        path: z.array(z.union([z.string(), z.number()])).optional(),
        extensions: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
})

const unreachable = (baseUrl: string, reason: string) =>
  new OperationError('SERVICE_UNAVAILABLE', `O serviço em ${baseUrl} não respondeu: ${reason}.`)

/** Returns the answer of the service to an operation, without a retry. Throws OperationError SERVICE_UNAVAILABLE. */
async function post(
  { baseUrl, token }: { baseUrl: string; token: string | undefined },
  body: string,
): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(`${baseUrl}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (error) {
    throw unreachable(baseUrl, error instanceof Error ? error.message : String(error))
  }
  const text = (await readBounded(response.body, ANSWER_MAX_BYTES)).toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw unreachable(baseUrl, `status ${response.status} sem JSON`)
  }
}

/** Returns an executor that sends operations to the API of a running service. */
export function executeRemotely(service: { baseUrl: string; token: string | undefined }): ExecuteOperation {
  return async (operation) => {
    const parsed = answerShape.safeParse(await post(service, JSON.stringify(operation)))
    if (parsed.success) return parsed.data
    throw unreachable(service.baseUrl, 'a resposta não é a da API')
  }
}
