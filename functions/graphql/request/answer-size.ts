import type { APIGatewayProxyResult } from 'aws-lambda'
import { refuse } from './refusal.ts'

/** Lambda's limit counts the whole result as JSON, in which the body is escaped once more; some is left for headers. */
const ANSWER_MAX_BYTES = 6 * 1024 * 1024 - 4096
/** A body with fewer characters fits however it is escaped and encoded, so that it need not be measured. */
const SURELY_FITS_CHARACTERS = ANSWER_MAX_BYTES / 8
const HTTP_OK = 200

/**
 * The answer, or LIMIT_EXCEEDED in its place when Lambda would not let it through: the caller would see a bare
 * 502 and not know what to change.
 */
export function limitAnswer(result: APIGatewayProxyResult): APIGatewayProxyResult {
  if (result.body.length < SURELY_FITS_CHARACTERS) return result
  if (Buffer.byteLength(JSON.stringify(result)) <= ANSWER_MAX_BYTES) return result
  return refuse(HTTP_OK, {
    code: 'LIMIT_EXCEEDED',
    message: 'A resposta passa de 6 MB: peça menos linhas ou menos campos por vez.',
  })
}
