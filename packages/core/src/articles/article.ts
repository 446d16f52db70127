import * as z from 'zod'
import { AGENCY_KEY } from '../agencies/agency.ts'
import { isArticleId } from './article-id.ts'
import type { ScalarFeatures } from './features.ts'
import type { ThemeSource } from '../themes/theme-source.ts'
import { isWebAddress, readWebAddress, WEB_ADDRESS_MAX_CHARACTERS } from './web-address.ts'

/** Longest text that validation accepts. The longest real article has about 200,000 characters. */
const TEXT_MAX_CHARACTERS = 1_000_000
const SHORT_TEXT_MAX_CHARACTERS = 5000
const CODE_MAX_CHARACTERS = 128
const TAGS_MAX = 200

const blankToNull = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() === '' ? null : value
// Removes characters that PostgreSQL cannot store. One such character would fail the whole batch.
const text = z.string().overwrite((value) => value.toWellFormed().replaceAll('\0', '').trim())
const optional = (max: number) =>
  z.preprocess(blankToNull, text.max(max).nullish()).transform((v) => v || null)
const optionalText = optional(TEXT_MAX_CHARACTERS)
const optionalShortText = optional(SHORT_TEXT_MAX_CHARACTERS)
const optionalCode = optional(CODE_MAX_CHARACTERS)

// Rows and the index store whole seconds, so that every reader gets the same instant.
const toInstant = (value: string | Date): Date => {
  const date = new Date(value)
  date.setUTCMilliseconds(0)
  return date
}
/** Range of all dates of an article except the publication. */
export const EARLIEST = new Date('1900-01-01T00:00:00Z')
export const LATEST = new Date('2100-01-01T00:00:00Z')
/** Earliest publication. No government news on the web is older. */
export const EARLIEST_PUBLICATION = new Date('1990-01-01T00:00:00Z')
const instant = z
  .union([z.iso.datetime({ offset: true, local: false }), z.date()])
  .transform(toInstant)
  .refine((date) => date >= EARLIEST && date < LATEST, 'must lie between 1900 and 2100')
const publication = instant.refine((date) => date >= EARLIEST_PUBLICATION, 'must not lie before 1990')
const optionalInstant = z.preprocess(blankToNull, instant.nullish()).transform((value) => value ?? null)

// Identifiers are never corrected: removing a character could make the id of another article.
const optionalId = z
  .preprocess(blankToNull, z.string().trim().refine(isArticleId, 'is not a valid article id').nullish())
  .transform((id) => id || null)
const webAddress = text
  .min(1)
  .max(WEB_ADDRESS_MAX_CHARACTERS)
  .refine(isWebAddress, 'must be an http or https URL without userinfo and backslashes')
  .transform((address) => readWebAddress(address) ?? address)
// An invalid picture address counts as missing, because the article is useful without a picture.
const optionalWebAddress = z
  .preprocess((value) => (typeof value === 'string' ? value.trim() : value), z.string().nullish())
  .transform((address) => (address && readWebAddress(address)) || null)

/** Fields that an article may lack. */
const CLEARABLE = ['subtitle', 'editorialLead', 'category', 'tags', 'imageUrl', 'videoUrl'] as const
export type Clearable = (typeof CLEARABLE)[number]

/**
 * Validates an article from any source: a scraper's message, an import or the sample data. Blank text counts as
 * missing. Unknown keys are removed, so that an older version of the code accepts newer messages.
 */
export const incomingArticleSchema = z.object({
  /** Kept unchanged when given, else derived from agency, instant and title. */
  uniqueId: optionalId,
  agencyKey: z.string().trim().regex(AGENCY_KEY, 'must be a key: a-z, 0-9, _ and -, at most 64 characters'),
  title: text.max(SHORT_TEXT_MAX_CHARACTERS),
  url: webAddress,
  publishedAt: publication,
  /** Time of the last update that the agency states. */
  updatedAt: optionalInstant,
  extractedAt: optionalInstant,
  subtitle: optionalShortText,
  editorialLead: optionalText,
  content: optionalText,
  summary: optionalText,
  imageUrl: optionalWebAddress,
  videoUrl: optionalWebAddress,
  category: optionalShortText,
  tags: z
    .array(text)
    .nullish()
    .transform((tags) => [...new Set((tags ?? []).filter((tag) => tag !== ''))])
    .pipe(z.array(z.string().max(SHORT_TEXT_MAX_CHARACTERS)).max(TAGS_MAX)),
  themeL1Code: optionalCode,
  themeL1Label: optionalShortText,
  themeL2Code: optionalCode,
  themeL2Label: optionalShortText,
  themeL3Code: optionalCode,
  themeL3Label: optionalShortText,
  mostSpecificThemeCode: optionalCode,
  mostSpecificThemeLabel: optionalShortText,
  /**
   * True for history, such as a page that is read again: a new article arrived when it was extracted, else published,
   * and is no news to any reader.
   */
  isPast: z
    .boolean()
    .nullish()
    .transform((isPast) => isPast ?? false),
  /** Fields that the writer has read and found empty. Their stored values are removed; other missing fields keep them. */
  clears: z
    .array(z.enum(CLEARABLE))
    .nullish()
    .transform((fields): readonly Clearable[] => fields ?? []),
})

/** A validated article. Only `receiveArticle` creates one. */
export type IncomingArticle = z.output<typeof incomingArticleSchema> & {
  /** Time of this version of the article. The latest version wins. */
  versionAt: Date
  /** Fields that were dropped because their value is not an http or https URL. */
  dropped: readonly ('imageUrl' | 'videoUrl')[]
}
/** An article before validation, as senders write it. */
export type IncomingArticleInput = z.input<typeof incomingArticleSchema>

/** The columns of `articles` that come from senders, and the fingerprint of the text. */
export interface ArticleColumns {
  uniqueId: string
  agencyKey: string
  title: string
  url: string
  publishedAt: Date
  sourceUpdatedAt: Date | null
  extractedAt: Date | null
  subtitle: string | null
  editorialLead: string | null
  content: string | null
  summary: string | null
  imageUrl: string | null
  videoUrl: string | null
  category: string | null
  tags: string[]
  themeL1Code: string | null
  themeL2Code: string | null
  themeL3Code: string | null
  mostSpecificThemeCode: string | null
  contentHash: string | null
}

/** Labels of the themes of an article; null for a missing theme. */
export interface ThemeLabels {
  themeL1Label: string | null
  themeL2Label: string | null
  themeL3Label: string | null
  mostSpecificThemeLabel: string | null
}

/**
 * Who wrote a summary: the site of the agency, a language model, or the article itself, of which sentences were
 * extracted.
 */
type SummarySource = 'site' | 'model' | 'extracted'

/** One row of `articles` with its theme labels and agency name. */
export interface ArticleRow extends ArticleColumns, ThemeLabels {
  themeSource: ThemeSource | null
  /** Probability of the level-1 theme by the built-in classifier; null for other sources. */
  themeConfidence: number | null
  agencyName: string
  /** Null for an article without a summary. */
  summarySource: SummarySource | null
  /** The story of the article; null while no other article is of it. */
  storyId: string | null
  availableAt: Date | null
  deletedAt: Date | null
  updatedAt: Date
  /** When readers last saw a change after the article was first stored; null: never. */
  changedAt: Date | null
  features: Features | null
}

/**
 * Derived values of an article. Workers add keys of their own; this type names only the keys that the service reads.
 */
export interface Features extends Partial<ScalarFeatures> {
  sentiment?: { label?: string | null; score?: number | null } | null
  entities?: FeatureEntity[] | null
  content_annotations?: FeatureAnnotation[] | null
  /** Codes of the states in which the places of the text are, such as CE. */
  states?: string[] | null
  /** Local hour of publication, 0 to 23. */
  publication_hour?: number | null
  /** Local day of the week of publication: 0 on Monday, 6 on Sunday. */
  publication_dow?: number | null
  [key: string]: unknown
}

/** A name found in an article. `canonical_id` is an id of the entity registry. */
export interface FeatureEntity {
  text: string
  type: string
  count?: number | null
  canonical_id?: string | null
  salience?: number | null
  /** The office beside the name of a person, such as "presidente do FNDE". */
  office?: string | null
}

/** Position of a name in `content`: half-open character offsets. */
export interface FeatureAnnotation {
  start: number
  end: number
  type: string
  text: string
  canonical_id?: string | null
}
