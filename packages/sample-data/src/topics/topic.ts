/** A headline with its opening paragraph. */
export interface Angle {
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
