import { z } from 'zod'
import { texts } from '../read-data.ts'

/** A headline with its opening paragraph. */
interface Angle {
  title: string
  lead: string
  /** The agencies of the topic that may use it. Default: all. */
  by?: readonly string[]
}

/**
 * A subject that agencies publish about. Texts are templates: slots.ts explains `{city}` and the other slots.
 * `{@Name}` names an entity of the gazetteer, `{key}` a figure of `figures`.
 */
export interface Topic {
  name: string
  /** The most specific theme code. */
  theme: string
  /** Keys of the agencies that publish about it. The first agencies publish most. */
  agencies: readonly string[]
  /** Name of a policy in the gazetteer. */
  policy?: string
  /** Names of laws in the gazetteer. */
  laws?: readonly string[]
  /** Singular, with its article: `a campanha de vacinação`. */
  subject: string
  /** Plural, with its article: `as famílias atendidas`. */
  audience: string
  /** A person with experience of the subject: the same occupation for a man and for a woman. */
  voice: readonly [man: string, woman: string]
  /** Good news, neutral news, or a grave matter in a sober tone. */
  tone: 'good' | 'plain' | 'bad'
  /** True for law and order, rules or supervision: the tone is sober even when the news is good. */
  sober?: true
  /** Codes of the only states where the topic applies, two or more, such as `AM PA`. Default: all. */
  states?: string
  tags: readonly string[]
  category: string
  /** Whole numbers of the story, drawn once per article between two bounds. */
  figures: Readonly<Record<string, readonly [min: number, max: number]>>
  angles: readonly Angle[]
  subtitles: readonly string[]
  facts: readonly string[]
}

const angle: z.ZodType<Angle> = z.strictObject({
  title: z.string(),
  lead: z.string(),
  by: texts.exactOptional(),
})

/** The shape of a topic in `data/topics/`. Unknown fields are errors, so that misspelt ones are found. */
export const topicSchema: z.ZodType<Topic> = z.strictObject({
  name: z.string(),
  theme: z.string(),
  agencies: texts,
  policy: z.string().exactOptional(),
  laws: texts.exactOptional(),
  subject: z.string(),
  audience: z.string(),
  voice: z.tuple([z.string(), z.string()]),
  tone: z.enum(['good', 'plain', 'bad']),
  sober: z.literal(true).exactOptional(),
  // An article needs several places.
  states: z
    .string()
    .regex(/^[A-Z]{2}( [A-Z]{2})+$/)
    .exactOptional(),
  tags: texts.min(4),
  category: z.string(),
  figures: z.record(z.string(), z.tuple([z.int(), z.int()])),
  angles: z.array(angle).min(2),
  subtitles: texts,
  facts: texts.min(3),
})
