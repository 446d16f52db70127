import { STATES } from '@pauta/core/entities/gazetteer/places'
import { z } from 'zod'
import { readData, texts } from '../read-data.ts'

/** Names of the states in news: some take an article (`no Acre`), some none (`em Goiás`). */
interface State {
  code: string
  id: string
  name: string
  article: 'o' | 'a' | ''
  region: string
}

export interface City {
  name: string
  /** Entity id; null for municipalities outside the registry. */
  id: string | null
  state: State
}

/** States are named by their codes. */
const PLACES = readData(
  'places.json',
  z.strictObject({
    /** The two states that share the name of their capital are written in full. */
    namesInText: z.record(z.string(), z.string()),
    regions: z.record(z.string(), texts),
    /** The other states take the masculine article, or none. */
    withFeminineArticle: texts,
    withoutArticle: texts,
    /** Municipalities other than the capital. For the Federal District: administrative regions. */
    municipalities: z.record(z.string(), texts),
  }),
)

function articleOf(code: string): State['article'] {
  if (PLACES.withoutArticle.includes(code)) return ''
  return PLACES.withFeminineArticle.includes(code) ? 'a' : 'o'
}

function regionOf(code: string): string {
  return Object.entries(PLACES.regions).find(([, codes]) => codes.includes(code))?.[0] ?? ''
}

/** Returns every city of the sample, the capital of each state first. */
export const CITIES: readonly City[] = STATES.flatMap(({ code, id, name, capital, capitalId }) => {
  const state: State = {
    code,
    id,
    name: PLACES.namesInText[code] ?? name,
    article: articleOf(code),
    region: regionOf(code),
  }
  const others = PLACES.municipalities[code] ?? []
  return [{ name: capital, id: capitalId, state }, ...others.map((city) => ({ name: city, id: null, state }))]
})
