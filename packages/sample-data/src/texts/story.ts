import type { Agency } from '@pauta/core/agencies/agency'
import { AGENCIES } from '@pauta/core/agencies/catalogue'
import { drawRole, listOfficials, nameOf, type Person } from './cast.ts'
import { CITIES, type City } from './places.ts'
import { namesOf, type AgencyNames } from './phrasing.ts'
import type { Random } from '../random.ts'
import type { Topic } from './topic.ts'

/** A local calendar day. */
export interface LocalDate {
  year: number
  /** 1 to 12. */
  month: number
  day: number
  /** 0 is Sunday. */
  weekday: number
}

export interface AgencyVoice {
  agency: Agency
  names: AgencyNames
  parent: AgencyNames | null
}

/** The facts of an article, drawn once, so that headline, text and summary agree. */
export interface Story {
  topic: Topic
  /** The agency that the article is about. It differs from the publisher in a repeated article. */
  source: AgencyVoice
  partners: readonly [AgencyVoice, AgencyVoice]
  city: City
  otherCity: City
  /** Three to five more cities. */
  otherPlaces: readonly City[]
  officials: readonly [Person, Person]
  roles: readonly [string, string]
  witness: { name: string; woman: boolean }
  date: LocalDate
  random: Random
  /** Names that the text has already written in full. Later mentions use the short form. */
  introduced: Set<string>
  /** Numbers drawn so far, by slot. */
  figures: Map<string, number>
}

const VOICES: ReadonlyMap<string, AgencyVoice> = (() => {
  const byKey = new Map(AGENCIES.map((agency) => [agency.key, agency]))
  const parentOf = ({ parentKey }: Agency) => (parentKey === null ? undefined : byKey.get(parentKey))
  return new Map(
    AGENCIES.map((agency) => {
      const parent = parentOf(agency)
      return [agency.key, { agency, names: namesOf(agency), parent: parent ? namesOf(parent) : null }]
    }),
  )
})()

/** Throws when the catalogue has no such agency. */
export function getAgencyVoice(key: string): AgencyVoice {
  const voice = VOICES.get(key)
  if (voice === undefined)
    throw new Error(`unknown agency "${key}" in the sample data: see agencies/catalogue.ts`)
  return voice
}

// Bodies that cooperate with any other agency.
const PARTNER_KEYS = [
  'casacivil',
  'gestao',
  'cgu',
  'planejamento',
  'fazenda',
  'mcti',
  'mec',
  'saude',
  'mds',
  'mma',
  'mj',
  'cidades',
  'mdr',
  'enap',
]
const UNREGISTERED_NAMES = 4000
const CAPITAL_SHARE = 0.45

interface Atlas {
  all: readonly City[]
  capitals: readonly City[]
}

const ATLASES = new Map<string, Atlas>()

/** Returns the cities of some states, or all. Cached per set of states. */
function atlasOf(states: string | undefined): Atlas {
  const known = ATLASES.get(states ?? '')
  if (known !== undefined) return known
  const all = CITIES.filter((city) => states === undefined || states.includes(city.state.code))
  const atlas = { all, capitals: all.filter((city) => city.id !== null) }
  ATLASES.set(states ?? '', atlas)
  return atlas
}

function drawCity(random: Random, { all, capitals }: Atlas): City {
  return random.pick(random.chance(CAPITAL_SHARE) ? capitals : all)
}

function drawPlaces(random: Random, { all }: Atlas, taken: readonly City[]): City[] {
  const places = new Set<City>()
  const wanted = random.between(3, 5)
  while (places.size < wanted) {
    const city = random.pick(all)
    if (!taken.includes(city)) places.add(city)
  }
  return [...places]
}

function drawPair<T>(random: Random, list: readonly T[]): [T, T] {
  const [first, second] = random.sample(list, 2)
  if (first === undefined || second === undefined) throw new Error('a pair needs at least two choices')
  return [first, second]
}

/** Chooses the people, places and partners of an article. */
export function drawStory(random: Random, topic: Topic, sourceKey: string, date: LocalDate): Story {
  const source = getAgencyVoice(sourceKey)
  const officials = drawPair(random, listOfficials(sourceKey))
  const others = PARTNER_KEYS.filter((key) => key !== sourceKey && key !== source.agency.parentKey)
  const [first, second] = drawPair(random, others)
  const atlas = atlasOf(topic.states)
  const city = drawCity(random, atlas)
  let otherCity = drawCity(random, atlas)
  while (otherCity.state === city.state) otherCity = drawCity(random, atlas)
  return {
    topic,
    source,
    partners: [getAgencyVoice(first), getAgencyVoice(second)],
    city,
    otherCity,
    otherPlaces: drawPlaces(random, atlas, [city, otherCity]),
    officials,
    roles: [drawRole(random, officials[0]), drawRole(random, officials[1])],
    witness: nameOf(random.between(1000, 1000 + UNREGISTERED_NAMES)),
    date,
    random,
    introduced: new Set(),
    figures: new Map(),
  }
}
