/**
 * Parses the parameters of a query string. Repeated filters are joined by AND. Of other repeated parameters the last
 * one counts.
 */
export function readQuery(search: string): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(search)) {
    if (name === 'filter_by') embed(query, name, value)
    else query.set(name, value)
  }
  return query
}

/**
 * Adds a parameter of a scoped key. It overrides the request's own parameter, except that filters are joined by AND.
 */
export function embed(query: URLSearchParams, name: string, value: string): void {
  const own = query.get(name)
  if (name === 'filter_by' && own !== null && own.trim() !== '') query.set(name, `(${own}) && (${value})`)
  else query.set(name, value)
}
