import { createHash } from 'node:crypto'
import { AGENCIES } from '@pauta/core/agencies/catalogue'
import type { EntityRecord } from '@pauta/core/entities/entity-record'
import { z } from 'zod'
import type { Random } from '../random.ts'
import { readData, texts } from '../read-data.ts'

const OFFICIAL_PARTS = readData(
  'officials.json',
  z.strictObject({
    women: texts,
    men: texts,
    middleNames: texts,
    lastNames: texts,
    /** With article and preposition, for a man and for a woman. */
    roles: z.array(z.tuple([z.string(), z.string()])),
    fields: texts,
  }),
)

const OFFICIALS_PER_AGENCY = 4
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_CHARACTERS = 16

/** An invented person. */
export interface Person {
  name: string
  woman: boolean
  /** Entity id, for people in the registry. */
  id: string | null
}

function at(list: readonly string[], position: number): string {
  return list[position % list.length] ?? ''
}

/** The same position always returns the same name. Neighbours share no part of their names. */
export function nameOf(position: number): { name: string; woman: boolean } {
  const woman = position % 2 === 0
  const half = Math.floor(position / 2)
  const first = at(woman ? OFFICIAL_PARTS.women : OFFICIAL_PARTS.men, half)
  const middle = at(OFFICIAL_PARTS.middleNames, half * 7 + Math.floor(half / 20) + (woman ? 0 : 9))
  const last = at(
    OFFICIAL_PARTS.lastNames,
    half * 11 + Math.floor(half / 20) * 3 + Math.floor(half / 400) + (woman ? 5 : 0),
  )
  return { name: `${first} ${middle} ${last}`, woman }
}

// The ULID is derived from the name, so a registered person keeps the same id in every generation.
function entityIdOf(name: string): string {
  const digest = createHash('sha256').update(name).digest()
  const random = [...digest.subarray(0, RANDOM_CHARACTERS)]
    .map((byte) => CROCKFORD.charAt(byte % 32))
    .join('')
  return `dgb_01KBBKB800${random}`
}

const OFFICIALS: ReadonlyMap<string, readonly Person[]> = new Map(
  AGENCIES.map(({ key }, agency) => [
    key,
    Array.from({ length: OFFICIALS_PER_AGENCY }, (_, rank): Person => {
      const person = nameOf(agency * OFFICIALS_PER_AGENCY + rank)
      return { ...person, id: entityIdOf(person.name) }
    }),
  ]),
)

/** Draws a role with its field of work: `a diretora de Projetos`. */
export function drawRole(random: Random, person: Person): string {
  const [man, woman] = random.pick(OFFICIAL_PARTS.roles)
  return `${person.woman ? woman : man} ${random.pick(OFFICIAL_PARTS.fields)}`
}

/** Returns the invented officials who speak for an agency. */
export function listOfficials(agencyKey: string): readonly Person[] {
  return OFFICIALS.get(agencyKey) ?? []
}

/** Returns the invented officials that the entity registry should contain, in addition to the gazetteer. */
export function listSeedPeople(): EntityRecord[] {
  return [...OFFICIALS].flatMap(([agencyKey, people]) =>
    people.flatMap(({ id, name }) =>
      id === null
        ? []
        : [
            {
              id,
              canonicalName: name,
              type: 'PER' as const,
              aliases: [],
              description: `Pessoa fictícia (${agencyKey})`,
            },
          ],
    ),
  )
}
