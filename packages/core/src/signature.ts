import { createHash, createHmac } from 'node:crypto'

/** Keys of whoever signs, and what the signature is good for. */
export interface SigningScope {
  region: string
  service: string
  accessKeyId: string
  secretAccessKey: string
}

export interface RequestToSign {
  method: string
  url: URL
  /** Every header that is signed, `host` included, names in lower case. */
  headers: Record<string, string>
  body: string
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

// RFC 3986 leaves fewer characters as they are than encodeURIComponent does.
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

function canonicalQuery(url: URL): string {
  const pairs = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return pairs.sort().join('&')
}

/**
 * The `authorization` header of a request to AWS: Signature Version 4, as the "AWS Signature Version 4 for API requests"
 * chapter of the IAM user guide defines it, for paths that need no encoding.
 * `amzDate` is `YYYYMMDDTHHMMSSZ` and stands among the signed headers as `x-amz-date`.
 */
export function signRequest(request: RequestToSign, scope: SigningScope, amzDate: string): string {
  const names = Object.keys(request.headers).sort()
  const signedHeaders = names.join(';')
  const canonical = [
    request.method,
    request.url.pathname,
    canonicalQuery(request.url),
    ...names.map((name) => `${name}:${request.headers[name]?.trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    sha256(request.body),
  ].join('\n')
  const day = amzDate.slice(0, 8)
  const place = `${day}/${scope.region}/${scope.service}/aws4_request`
  const key = [day, scope.region, scope.service, 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${scope.secretAccessKey}`,
  )
  const signature = hmac(key, [ALGORITHM, amzDate, place, sha256(canonical)].join('\n')).toString('hex')
  return `${ALGORITHM} Credential=${scope.accessKeyId}/${place}, SignedHeaders=${signedHeaders}, Signature=${signature}`
}
