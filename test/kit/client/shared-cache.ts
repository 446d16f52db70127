interface Stored {
  /** Value of each request header that the answer varies by. */
  varying: Map<string, string | null>
  response: Response
}

export interface CachedAnswer {
  /** Whether the cache answered itself. */
  isHit: boolean
  response: Response
}

/**
 * A cache between many callers and the service, after RFC 9111: it stores public answers for their lifetime and reuses
 * them for requests that are equal in every header of `Vary`. Its time does not pass.
 */
export function makeSharedCache(url: string) {
  const stored = new Map<string, Stored[]>()
  const find = (address: string, request: Headers): Stored | undefined =>
    stored
      .get(address)
      ?.find(({ varying }) => [...varying].every(([name, value]) => request.get(name) === value))

  return {
    async get(search: Record<string, string>, headers: Record<string, string> = {}): Promise<CachedAnswer> {
      const address = `${url}?${new URLSearchParams(search)}`
      const request = new Headers({ accept: 'application/json', ...headers })
      const known = find(address, request)
      if (known) return { isHit: true, response: known.response.clone() }
      const response = await fetch(address, { headers: request })
      const directives = (response.headers.get('cache-control') ?? '').split(/\s*,\s*/)
      const isStorable = directives.includes('public') && !directives.includes('no-store')
      if (isStorable) {
        const names = (response.headers.get('vary') ?? '').split(/\s*,\s*/).filter((name) => name !== '')
        const varying = new Map(names.map((name) => [name, request.get(name)]))
        stored.set(address, [...(stored.get(address) ?? []), { varying, response: response.clone() }])
      }
      return { isHit: false, response }
    },
  }
}
