import { foldName } from '@pauta/platform/text/fold-text'
import { buildAutomaton, type Automaton } from './aho-corasick.ts'
import { listLawReferences, type LawReference } from './law-references.ts'
import { formOf, type NameForm } from './name-forms.ts'

/** An entity as far as texts are read for it. */
export interface KnownEntity {
  id: string
  canonicalName: string
  type: string
  /** Other names, written as texts write them. */
  aliases: readonly string[]
  /** For an agency of the catalogue. */
  agencyKey?: string | undefined
}

/** A name under which an entity is looked for. */
export interface RegistryName {
  entity: KnownEntity
  /** As the registry writes it. */
  name: string
  form: NameForm
  /** Without case, accents and punctuation. */
  folded: string
}

/** The registry made ready for reading texts; immutable, so one serves an environment for its life. */
export interface EntityRegistry {
  automaton: Automaton
  /** By number of the automaton's pattern: the names that fold to it. */
  names: readonly (readonly RegistryName[])[]
  /** Laws of the registry by kind and number, then by year. */
  findLaw(reference: LawReference): { entity: KnownEntity; name: string } | undefined
}

/** A single letter or digit is the name of nothing. */
const FOLDED_MIN_CHARACTERS = 2

interface RegistryLaw {
  entity: KnownEntity
  name: string
  reference: LawReference
}

/** The norm that a name is the number of, when it is nothing else. */
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

/**
 * Makes a registry ready: an automaton over the folded names, and the numbered laws by number. Takes time linear in the
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
    findLaw: makeLawFinder(laws),
  }
}
