/** A headline with the opening paragraph that tells it. */
export interface Angle {
  title: string
  lead: string
  /** The agencies of the topic that may tell it so. Default: all. */
  by?: readonly string[]
}

/**
 * Something that agencies write about. Texts are templates: `{city}` and the other slots are explained in slots.ts,
 * `{@Name}` names an entity of the gazetteer, `{key}` a figure of `figures`.
 */
export interface Topic {
  name: string
  /** Most specific theme code. */
  theme: string
  /** Keys of the agencies that write about it; the first ones lead. */
  agencies: readonly string[]
  /** Name of a policy in the gazetteer. */
  policy?: string
  /** Names of laws in the gazetteer. */
  laws?: readonly string[]
  /** Singular, with its article: `a campanha de vacinação`. */
  subject: string
  /** Plural, with its article: `as famílias atendidas`. */
  audience: string
  /** Who might speak from experience: the same calling of a man and of a woman. */
  voice: readonly [man: string, woman: string]
  /** Good news, plain news, or a matter that calls for sober words. */
  tone: 'good' | 'plain' | 'bad'
  /** A matter of law and order, of rules or of supervision, told in sober words even when the news is good. */
  sober?: true
  /** Codes of the only states where it makes sense, two or more, such as `AM PA`. Default: all. */
  states?: string
  tags: readonly string[]
  category: string
  /** Whole numbers of the story, drawn once per article between the two bounds. */
  figures: Readonly<Record<string, readonly [min: number, max: number]>>
  angles: readonly Angle[]
  subtitles: readonly string[]
  facts: readonly string[]
}
