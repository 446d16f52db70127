import { GAZETTEER } from '@pauta/core/entities/gazetteer/gazetteer'
import type { EntityRecord, EntityType } from '@pauta/core/entities/entity-record'
import type { City } from './places.ts'
import { contract, nounFrom, type AgencyNames, type Noun, type Preposition } from './phrasing.ts'
import type { Story } from './story.ts'
import type { TextWriter } from './text-writer.ts'

/** Writes one slot of a template. */
export type Slot = (story: Story, out: TextWriter) => void

const MONTHS =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')
const WEEKDAYS = [
  'domingo',
  'segunda-feira',
  'terça-feira',
  'quarta-feira',
  'quinta-feira',
  'sexta-feira',
  'sábado',
]
const NUMBER = new Intl.NumberFormat('pt-BR')

const PREPOSITIONS: readonly (readonly [prefix: string, preposition: Preposition | 'article' | null])[] = [
  ['', null],
  ['the_', 'article'],
  ['of_', 'de'],
  ['in_', 'em'],
  ['by_', 'por'],
  ['to_', 'ao'],
]

/** Slots for a noun with its article: `x`, `the_x`, `of_x`, `in_x`, `by_x` and `to_x`. */
function nounSlots(
  name: string,
  articleOf: (story: Story) => Noun['article'],
  write: (story: Story, out: TextWriter) => void,
): [string, Slot][] {
  return PREPOSITIONS.map(([prefix, preposition]) => [
    prefix + name,
    (story, out) => {
      const article = articleOf(story)
      const before = preposition === 'article' ? article : preposition && contract(preposition, article)
      if (before) out.write(`${before} `)
      write(story, out)
    },
  ])
}

const GOVERNMENT: Noun = { text: 'governo federal', article: 'o' }

/** Writes the official name, then the short name in brackets unless the official name contains it. */
function writeAgencyInFull(out: TextWriter, names: AgencyNames): void {
  out.mention(names.full.text, 'ORG', names.id)
  if (names.full.text.includes(names.short.text)) return
  out.write(' (')
  out.mention(names.short.text, 'ORG', names.id)
  out.write(')')
}

function agencySlots(name: string, namesOf: (story: Story) => AgencyNames | null): [string, Slot][] {
  const isKnown = (story: Story) => story.introduced.has(name)
  const short = (story: Story) => namesOf(story)?.short ?? GOVERNMENT
  const full = (story: Story) => (isKnown(story) ? short(story) : (namesOf(story)?.full ?? GOVERNMENT))
  const writeShort = (story: Story, out: TextWriter) => {
    const names = namesOf(story)
    if (names === null) out.write(GOVERNMENT.text)
    else out.mention(names.short.text, 'ORG', names.id)
  }
  const writeFull = (story: Story, out: TextWriter) => {
    const names = namesOf(story)
    if (names === null || isKnown(story)) return writeShort(story, out)
    writeAgencyInFull(out, names)
    story.introduced.add(name)
  }
  return [
    ...nounSlots(name, (story) => short(story).article, writeShort),
    ...nounSlots(`${name}_full`, (story) => full(story).article, writeFull),
  ]
}

const CITIES_WITH_ARTICLE = new Set(['Rio de Janeiro', 'Recife'])

function articleOfCity({ name }: City): Noun['article'] {
  return CITIES_WITH_ARTICLE.has(name) ? 'o' : ''
}

function citySlots(name: string, cityOf: (story: Story) => City): [string, Slot][] {
  const articleOf = (story: Story) => articleOfCity(cityOf(story))
  const writeName: Slot = (story, out) => out.mention(cityOf(story).name, 'LOC', cityOf(story).id)
  return [
    ...nounSlots(`${name}_name`, articleOf, writeName),
    ...nounSlots(name, articleOf, (story, out) => {
      writeName(story, out)
      out.write(` (${cityOf(story).state.code})`)
    }),
    ...nounSlots(
      name.replace('city', 'state'),
      (story) => cityOf(story).state.article,
      (story, out) => out.mention(cityOf(story).state.name, 'LOC', cityOf(story).state.id),
    ),
    [name.replace('city', 'region'), (story, out) => out.write(cityOf(story).state.region)],
  ]
}

/** Writes some other cities, as in `Natal (RN), Caxias (MA) e Lages (SC)`. */
function writePlaces({ otherPlaces }: Story, out: TextWriter): void {
  for (const [position, { name, id, state }] of otherPlaces.entries()) {
    if (position > 0) out.write(position === otherPlaces.length - 1 ? ' e ' : ', ')
    out.mention(name, 'LOC', id)
    out.write(` (${state.code})`)
  }
}

function peopleSlots(name: string, at: 0 | 1): [string, Slot][] {
  const writeName: Slot = ({ officials }, out) => out.mention(officials[at].name, 'PER', officials[at].id)
  return [
    [`${name}_name`, writeName],
    [
      name,
      (story, out) => {
        if (story.introduced.has(name)) return writeName(story, out)
        story.introduced.add(name)
        const { short } = story.source.names
        out.write(`${story.roles[at]} ${contract('de', short.article)} `)
        out.mention(short.text, 'ORG', story.source.names.id)
        out.write(', ')
        writeName(story, out)
      },
    ],
  ]
}

/** Draws a number at its first use in an article. Later uses return the same number. */
export function recall(story: Story, name: string, min: number, max: number): number {
  const known = story.figures.get(name)
  if (known !== undefined) return known
  const drawn = story.random.between(min, max)
  story.figures.set(name, drawn)
  return drawn
}

/** Writes a figure of a topic, such as `12.480`. */
export function figureSlot(name: string, [min, max]: readonly [number, number]): Slot {
  return (story, out) => out.write(NUMBER.format(recall(story, name, min, max)))
}

/** The first of a month is an ordinal, the other days are not. */
function ordinal(day: number): string {
  return day === 1 ? '1º' : String(day)
}

/** Writes the day that is this number of days after the article, such as `3 de julho`. */
function dayAhead(name: string, min: number, max: number): Slot {
  return (story, out) => {
    const { year, month, day } = story.date
    const later = new Date(Date.UTC(year, month - 1, day + recall(story, name, min, max)))
    const dayOfMonth = later.getUTCDate()
    out.write(`${ordinal(dayOfMonth)} de ${MONTHS[later.getUTCMonth()]}`)
  }
}

const dateSlots: [string, Slot][] = [
  [
    'today',
    ({ date }, out) =>
      out.write(
        `${date.weekday % 6 === 0 ? 'neste' : 'nesta'} ${WEEKDAYS[date.weekday]} (${ordinal(date.day)})`,
      ),
  ],
  ['date', dayAhead('date', 0, 0)],
  ['start', dayAhead('start', 3, 11)],
  ['deadline', dayAhead('deadline', 14, 48)],
  ['month', ({ date }, out) => out.write(MONTHS[date.month - 1] ?? '')],
  ['last_month', ({ date }, out) => out.write(MONTHS[(date.month + 10) % 12] ?? '')],
  ['year', ({ date }, out) => out.write(String(date.year))],
  ['last_year', ({ date }, out) => out.write(String(date.year - 1))],
  ['next_year', ({ date }, out) => out.write(String(date.year + 1))],
]

const numberSlots: [string, Slot][] = [
  ['pct', figureSlot('pct', [4, 38])],
  ['share', figureSlot('share', [52, 94])],
  ['cities', figureSlot('cities', [18, 640])],
  ['visited', figureSlot('visited', [6, 88])],
  ['reached', figureSlot('reached', [900, 5400])],
  ['satisfaction', figureSlot('satisfaction', [61, 93])],
  ['adhesion', figureSlot('adhesion', [48, 96])],
  ['growth', figureSlot('growth', [3, 34])],
  ['hour', (story, out) => out.write(`${recall(story, 'hour', 8, 19)}h`)],
]

const byName = (a: EntityRecord, name: string) => a.canonicalName === name || a.aliases.includes(name)

/**
 * Returns the gazetteer's entity with this name. Throws when there is none, which reveals a misspelt template at once.
 */
export function getEntity(name: string, type?: EntityType): EntityRecord {
  const entity = GAZETTEER.find(
    (entity) => byName(entity, name) && (type === undefined || entity.type === type),
  )
  if (entity === undefined)
    throw new Error(`no entity "${name}" in the gazetteer: correct the template or add it`)
  return entity
}

/** `{@Enem}`: writes the name and records its entity. */
export function entitySlot(name: string): Slot {
  const { type, id } = getEntity(name)
  return (_, out) => out.mention(name, type, id)
}

const subjects = new Map<string, Noun>()

function subjectOf({ topic }: Story): Noun {
  const known = subjects.get(topic.subject)
  if (known !== undefined) return known
  const noun = nounFrom(topic.subject)
  subjects.set(topic.subject, noun)
  return noun
}

/**
 * `{subject}` includes its article, as in the topic. `{of_subject}` and similar slots join the article to a
 * preposition.
 */
const topicSlots: [string, Slot][] = [
  ...nounSlots(
    'subject',
    (story) => subjectOf(story).article,
    (story, out) => out.write(subjectOf(story).text),
  ),
  ['subject', ({ topic }, out) => out.write(topic.subject)],
  ['audience', ({ topic }, out) => out.write(topic.audience)],
]

const witnessSlots: [string, Slot][] = [
  ['voice_name', ({ witness }, out) => out.mention(witness.name, 'PER', null)],
  [
    'voice',
    ({ witness, topic, city, introduced }, out) => {
      if (introduced.has('voice')) return out.mention(witness.name, 'PER', null)
      introduced.add('voice')
      out.write(witness.woman ? `a ${topic.voice[1]} ` : `o ${topic.voice[0]} `)
      out.mention(witness.name, 'PER', null)
      out.write(`, ${contract('de', articleOfCity(city))} `)
      out.mention(city.name, 'LOC', city.id)
      out.write(` (${city.state.code})`)
    },
  ],
]

/** Every slot that a template may use. A slot with a capital first letter writes a capital first letter. */
export const SLOTS: ReadonlyMap<string, Slot> = new Map([
  ...agencySlots('agency', (story) => story.source.names),
  ...agencySlots('parent', (story) => story.source.parent),
  ...agencySlots('partner', (story) => story.partners[0].names),
  ...agencySlots('partner2', (story) => story.partners[1].names),
  ...citySlots('city', (story) => story.city),
  ...citySlots('city2', (story) => story.otherCity),
  ['places', writePlaces],
  ...peopleSlots('speaker', 0),
  ...peopleSlots('speaker2', 1),
  ...witnessSlots,
  ...dateSlots,
  ...numberSlots,
  ...topicSlots,
])
