import { foldName } from '@pauta/platform/text/fold-text'
import { buildAutomaton, type Automaton } from './aho-corasick.ts'
import { listLawReferences, type LawReference } from './law-references.ts'
import { formOf, type NameForm } from './name-forms.ts'

/** The data of an entity that reading texts needs. */
export interface KnownEntity {
  id: string
  canonicalName: string
  type: string
  /** Other names, spelled as in texts. */
  aliases: readonly string[]
  /** Present for an agency of the catalogue. */
  agencyKey?: string | undefined
}

/** A name to search for. */
export interface RegistryName {
  entity: KnownEntity
  /** The registry's spelling. */
  name: string
  form: NameForm
  /** Without case, accents and punctuation. */
  folded: string
}

/** "Ministério da Saúde" is of "Saúde". */
interface KnownMinistry {
  entity: KnownEntity
  name: string
  matter: string
}

/** A registry compiled for reading texts. Immutable, so an environment can keep it. */
export interface EntityRegistry {
  automaton: Automaton
  /** By pattern number of the automaton: the names with that folded form. */
  names: readonly (readonly RegistryName[])[]
  /** Places by canonical name. */
  places: ReadonlyMap<string, KnownEntity>
  /** Names of ministries with what they are of, the longest first. */
  ministries: readonly KnownMinistry[]
  /** Finds a law of the registry by kind and number, then by year. */
  findLaw(reference: LawReference): { entity: KnownEntity; name: string } | undefined
}

/** A single letter or digit is no name. */
const FOLDED_MIN_CHARACTERS = 2

interface RegistryLaw {
  entity: KnownEntity
  name: string
  reference: LawReference
}

/** Returns the norm if a name is nothing but its number. */
function readLaw(name: string): LawReference | undefined {
  const [reference] = listLawReferences(name)
  return reference && reference.start === 0 && reference.end === name.length ? reference : undefined
}

const lawKey = ({ kind, issuer, number }: LawReference): string => `${kind}|${issuer}|${number}`

function makeLawFinder(laws: readonly RegistryLaw[]): EntityRegistry['findLaw'] {
  const byKey = new Map<string, RegistryLaw[]>()
  for (const law of laws) byKey.set(lawKey(law.reference), [...(byKey.get(lawKey(law.reference)) ?? []), law])
  return (reference) => {
    const known = byKey.get(lawKey(reference)) ?? []
    if (reference.year !== null) return known.find((law) => law.reference.year === reference.year)
    return known.length === 1 ? known[0] : undefined
  }
}

const MINISTRY = /^Ministério d[aeo]s? (?=\p{Lu})/u

const ministriesOf = (entity: KnownEntity): KnownMinistry[] =>
  [entity.canonicalName, ...entity.aliases].flatMap((name) => {
    const of = MINISTRY.exec(name)
    return of === null ? [] : [{ entity, name, matter: name.slice(of[0].length) }]
  })

/**
 * Compiles a registry: an automaton over the folded names, and a table of the numbered laws. Takes time linear in the
 * length of all names.
 */
export function compileRegistry(entities: readonly KnownEntity[]): EntityRegistry {
  const byFolded = new Map<string, RegistryName[]>()
  const laws: RegistryLaw[] = []
  for (const entity of entities) {
    for (const name of new Set([entity.canonicalName, ...entity.aliases])) {
      const reference = entity.type === 'LAW' ? readLaw(name) : undefined
      if (reference) {
        laws.push({ entity, name, reference })
        continue
      }
      const folded = foldName(name)
      if (folded.length < FOLDED_MIN_CHARACTERS) continue
      byFolded.set(folded, [...(byFolded.get(folded) ?? []), { entity, name, form: formOf(name), folded }])
    }
  }
  return {
    automaton: buildAutomaton([...byFolded.keys()]),
    names: [...byFolded.values()],
    places: new Map(
      entities.flatMap((each) => (each.type === 'LOC' ? [[each.canonicalName, each] as const] : [])),
    ),
    ministries: entities.flatMap(ministriesOf).toSorted((a, b) => b.matter.length - a.matter.length),
    findLaw: makeLawFinder(laws),
  }
}
