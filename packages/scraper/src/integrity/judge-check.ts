/** The result of a check, in the words of the documented route. A check that did not run has no keys. */
export interface Check {
  unique_id: string
  image_status?: string | undefined
  image_http_code?: number | null | undefined
  image_content_type?: string | null | undefined
  content_status?: string | undefined
  /** Only Pauta's own scraper has it. */
  content_http_code?: number | null | undefined
}

const GONE: ReadonlySet<number> = new Set([404, 410])
const TOO_MANY_REQUESTS = 429

/**
 * Whether a picture is broken: gone, or something else than a picture. Null when the answer says nothing of the
 * picture: no answer, a refusal, a fault of the server, or no picture.
 */
export function isPictureBroken(check: Check): boolean | null {
  const { image_status: status, image_http_code: code, image_content_type: type } = check
  if (status === 'ok') return false
  if (status !== 'broken') return null
  if (GONE.has(code ?? 0)) return true
  const isOther = typeof type === 'string' && !/^(image\/|application\/octet-stream)/i.test(type)
  return (code === 200 || code === 206) && isOther ? true : null
}

const PRESENT: ReadonlySet<string> = new Set(['baseline', 'unchanged', 'changed'])

/** What a check says of the page. `silent`: its host did not answer, or was busy or faulty. */
export function judgePage(check: Check): 'present' | 'missing' | 'silent' | 'unknown' {
  const { content_status: status = '', content_http_code: code } = check
  if (status === 'removed') return 'missing'
  if (PRESENT.has(status)) return 'present'
  const isSilent = code === null || (code ?? 0) >= 500 || code === TOO_MANY_REQUESTS
  return status === 'error' && isSilent ? 'silent' : 'unknown'
}

/** Broken pictures of a host that are always accepted. */
const BROKEN_MIN = 3
const BROKEN_SHARE_MAX = 0.2

/** Whether so many pictures of a host are broken at once that the host is at fault. */
export const isMassBroken = ({ broken, checked }: { broken: number; checked: number }): boolean =>
  broken > Math.max(BROKEN_MIN, Math.floor(checked * BROKEN_SHARE_MAX))
