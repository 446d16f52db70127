import rows from './states.json' with { type: 'json' }

/** A municipality of Brazil that is no capital. */
export interface Municipality {
  /** Seven digits, as IBGE gives them; the first two are the state's. */
  code: string
  name: string
  /** Two letters. */
  state: string
}

/** The municipalities of Brazil without the capitals, which the registry has, after the list of IBGE. */
export const MUNICIPALITIES: readonly Municipality[] = Object.entries(rows).flatMap(
  ([state, { capital, municipalities }]) =>
    municipalities
      .map(([code = '', name = '']) => ({ code, name, state }))
      .filter(({ code }) => code !== capital),
)

/** Names of all municipalities, capitals too. */
export const MUNICIPALITY_NAMES: readonly string[] = Object.values(rows).flatMap(({ municipalities }) =>
  municipalities.map(([, name = '']) => name),
)

/** States of which the capital has the same name. */
export const NAMED_LIKE_CAPITAL: ReadonlySet<string> = new Set(['Rio de Janeiro', 'São Paulo'])

/** Names of the states by code, as texts write them, the longest first: "Mato Grosso do Sul" is not "Mato Grosso". */
export const STATE_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(rows)
    .map(([code, { name }]) => [code, name] as const)
    .toSorted(([, a], [, b]) => b.length - a.length),
)

/** Codes of the states by name, and by "Estado do Rio de Janeiro" and such. */
export const STATE_BY_NAME: ReadonlyMap<string, string> = new Map(
  [...STATE_NAMES].flatMap(([code, name]) =>
    NAMED_LIKE_CAPITAL.has(name)
      ? [[`Estado de ${name}`, code] as const, [`Estado do ${name}`, code] as const]
      : [[name, code] as const],
  ),
)

const STATE_CODE = /\((\p{Lu}{2})\)|[/–-]\s?(\p{Lu}{2})(?![\p{L}\p{N}])/gu

/** Returns the codes of the states that a text names, by name or as "(CE)", "/CE" or "-CE". */
export function statesIn(text: string): Set<string> {
  const found = new Set<string>()
  let rest = text
  for (const [code, name] of STATE_NAMES) {
    if (!rest.includes(name)) continue
    found.add(code)
    rest = rest.replaceAll(name, '')
  }
  for (const match of text.matchAll(STATE_CODE)) {
    const code = match[1] ?? match[2] ?? ''
    if (STATE_NAMES.has(code)) found.add(code)
  }
  return found
}

/** The states of the capitals by the names of these. Rio de Janeiro and São Paulo alone mean the cities. */
export const STATE_OF_CAPITAL: ReadonlyMap<string, string> = new Map(
  Object.entries(rows).flatMap(([state, { capital, municipalities }]) =>
    municipalities.flatMap(([code, name = '']) => (code === capital ? [[name, state] as const] : [])),
  ),
)

/** The id of a municipality in the entity registry: `dgb_`, a fixed beginning and its code. */
export const placeId = (code: string): string => `dgb_01KBBKB170000000000${code}`
