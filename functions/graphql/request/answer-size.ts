import type { APIGatewayProxyResult } from 'aws-lambda'
import { refuse } from './refusal.ts'

/** Lambda's limit is on the whole result as JSON, which escapes the body again. The rest is for headers. */
const ANSWER_MAX_BYTES = 6 * 1024 * 1024 - 4096
/** A body with fewer characters fits in any encoding and is not measured. */
const SURELY_FITS_CHARACTERS = ANSWER_MAX_BYTES / 8
const HTTP_OK = 200

/**
 * Returns the answer, or LIMIT_EXCEEDED if the answer is larger than Lambda allows. Otherwise the caller would get a
 * 502 without a reason.
 */
export function limitAnswer(result: APIGatewayProxyResult): APIGatewayProxyResult {
  if (result.body.length < SURELY_FITS_CHARACTERS) return result
  if (Buffer.byteLength(JSON.stringify(result)) <= ANSWER_MAX_BYTES) return result
  return refuse(HTTP_OK, {
    code: 'LIMIT_EXCEEDED',
    message: 'A resposta passa de 6 MB: peça menos linhas ou menos campos por vez.',
  })
}
