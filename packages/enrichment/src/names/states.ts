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

/** Names of the states by code, as texts write them, the longest first: "Mato Grosso do Sul" is not "Mato Grosso". */
export const STATE_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(rows)
    .map(([code, { name }]) => [code, name] as const)
    .toSorted(([, a], [, b]) => b.length - a.length),
)

/** The id of a municipality in the entity registry: `dgb_`, a fixed beginning and its code. */
export const placeId = (code: string): string => `dgb_01KBBKB170000000000${code}`
