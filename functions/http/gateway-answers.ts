import type { ErrorCode } from '@pauta/platform/errors'
import { EXPOSED_HEADERS } from './cors.ts'

/** Types of API Gateway's own responses that have a text here. */
export type GatewayAnswerType =
  | 'THROTTLED'
  | 'WAF_FILTERED'
  | 'REQUEST_TOO_LARGE'
  | 'INTEGRATION_TIMEOUT'
  | 'DEFAULT_4XX'
  | 'DEFAULT_5XX'

/** An answer that API Gateway sends before a function runs, or instead of it. */
interface GatewayAnswer {
  /** API Gateway's name of the response type. */
  type: GatewayAnswerType
  /** Absent: API Gateway's default status for that type. */
  status?: number
  code: ErrorCode
  message: string
  retryAfterSeconds?: number
}

const LATER = 'Tente de novo em alguns segundos.'

/** The DEFAULT types answer everything that the other types do not. */
export const GATEWAY_ANSWERS: readonly GatewayAnswer[] = [
  {
    type: 'THROTTLED',
    status: 429,
    code: 'RATE_LIMITED',
    message: `Há requisições demais neste momento. ${LATER}`,
    retryAfterSeconds: 1,
  },
  {
    type: 'WAF_FILTERED',
    status: 403,
    code: 'FORBIDDEN',
    message: 'A requisição foi recusada pela proteção do serviço.',
  },
  {
    type: 'REQUEST_TOO_LARGE',
    status: 413,
    code: 'LIMIT_EXCEEDED',
    message: 'A requisição é grande demais: envie menos itens por vez.',
  },
  {
    type: 'INTEGRATION_TIMEOUT',
    status: 504,
    code: 'SERVICE_UNAVAILABLE',
    message: 'O serviço demorou demais para responder. Peça menos por vez ou tente de novo.',
  },
  {
    type: 'DEFAULT_4XX',
    code: 'BAD_REQUEST',
    message: 'A requisição não pôde ser lida. Confira o endereço, o método e os cabeçalhos.',
  },
  { type: 'DEFAULT_5XX', code: 'SERVICE_UNAVAILABLE', message: `O serviço está indisponível. ${LATER}` },
]

/** Headers and body of a gateway answer. */
export interface DescribedAnswer {
  headers: Record<string, string>
  body: string
}

/**
 * Returns an answer in the shape of a GraphQL error. API Gateway cannot compare origins, so
 * `Access-Control-Allow-Origin` is fixed to the first configured origin, and absent without one.
 */
export function describeGatewayAnswer(
  { code, message, retryAfterSeconds }: GatewayAnswer,
  origin: string | undefined,
): DescribedAnswer {
  const headers: Record<string, string> = { vary: 'origin', 'cache-control': 'no-store' }
  if (origin) {
    headers['access-control-allow-origin'] = origin
    headers['access-control-expose-headers'] = EXPOSED_HEADERS
  }
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds)
  return { headers, body: JSON.stringify({ errors: [{ message, extensions: { code } }] }) }
}

/** Returns the answers by their type. Throws for a type that is not in the list. */
export const gatewayAnswersFor = (origin: string | undefined) => (type: GatewayAnswerType) => {
  const answer = GATEWAY_ANSWERS.find((each) => each.type === type)
  if (!answer) throw new Error(`API Gateway's answer ${type} is not described`)
  return describeGatewayAnswer(answer, origin)
}
