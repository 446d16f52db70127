import * as z from 'zod'
import { AGENCY_KEY } from '../agencies/agency.ts'
import { isArticleId } from './article-id.ts'
import { isWebAddress, WEB_ADDRESS_MAX_CHARACTERS } from './web-address.ts'

/** Longest text of a field at the door; the longest real article has about 200,000 characters. */
export const TEXT_MAX_CHARACTERS = 1_000_000
const SHORT_TEXT_MAX_CHARACTERS = 5000
const CODE_MAX_CHARACTERS = 128
const TAGS_MAX = 200

const blankToNull = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() === '' ? null : value
// What PostgreSQL cannot keep goes at the door, or one such character would fail the batch that its article comes in.
const text = z.string().overwrite((value) => value.toWellFormed().replaceAll('\0', '').trim())
const optional = (max: number) =>
  z.preprocess(blankToNull, text.max(max).nullish()).transform((v) => v || null)
const optionalText = optional(TEXT_MAX_CHARACTERS)
const optionalShortText = optional(SHORT_TEXT_MAX_CHARACTERS)
const optionalCode = optional(CODE_MAX_CHARACTERS)

// Rows hold whole seconds, as the index does, so that the same article reads the same wherever it is read.
const toInstant = (value: string | Date): Date => {
  const date = new Date(value)
  date.setUTCMilliseconds(0)
  return date
}
/** Other dates of an article lie between these. */
export const EARLIEST = new Date('1900-01-01T00:00:00Z')
export const LATEST = new Date('2100-01-01T00:00:00Z')
/** Government news on the web does not go back further. */
export const EARLIEST_PUBLICATION = new Date('1990-01-01T00:00:00Z')
const instant = z
  .union([z.iso.datetime({ offset: true, local: false }), z.date()])
  .transform(toInstant)
  .refine((date) => date >= EARLIEST && date < LATEST, 'must lie between 1900 and 2100')
const publication = instant.refine((date) => date >= EARLIEST_PUBLICATION, 'must not lie before 1990')
const optionalInstant = z.preprocess(blankToNull, instant.nullish()).transform((value) => value ?? null)

// Identifiers are never repaired: a character that were left out would make the id of another article.
const optionalId = z
  .preprocess(
    blankToNull,
    z.string().trim().refine(isArticleId, 'is no identifier that an article can be found by').nullish(),
  )
  .transform((id) => id || null)
const webAddress = text
  .min(1)
  .max(WEB_ADDRESS_MAX_CHARACTERS)
  .refine(isWebAddress, 'must be an http or https URL')
// An article is worth having without its picture, so a bad address of one is a missing value.
const optionalWebAddress = z
  .preprocess((value) => (typeof value === 'string' ? value.trim() : value), z.string().nullish())
  .transform((address) => (address && isWebAddress(address) ? address : null))

/**
 * An article as it comes in through the door, whoever brings it: a scraper's message, an import or the sample data.
 * Empty text is a missing value. Unknown keys are left out, so that an older reader takes a newer message.
 */
export const incomingArticleSchema = z.object({
  /** Kept as it is when given, else minted from agency, instant and title. */
  uniqueId: optionalId,
  agencyKey: z.string().trim().regex(AGENCY_KEY, 'must be a key: a-z, 0-9, _ and -, at most 64 characters'),
  title: text.max(SHORT_TEXT_MAX_CHARACTERS),
  url: webAddress,
  publishedAt: publication,
  /** The agency's own time of update. */
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
})

/** An article that passed `receiveArticle`, the only way to make one. */
export type IncomingArticle = z.output<typeof incomingArticleSchema> & {
  /** When this version of the article was made; of two versions the later one counts. */
  versionAt: Date
  /** Fields that were left out because their value is no http or https URL. */
  dropped: readonly ('imageUrl' | 'videoUrl')[]
}
/** The same before it is checked: what a sender writes. */
export type IncomingArticleInput = z.input<typeof incomingArticleSchema>

/** The columns of `articles` that come in through the door, and the fingerprint of the text. */
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

/** What people call the themes of an article; null where it has no such theme. */
export interface ThemeLabels {
  themeL1Label: string | null
  themeL2Label: string | null
  themeL3Label: string | null
  mostSpecificThemeLabel: string | null
}

/** One row of `articles` with the labels and names that it refers to. */
export interface ArticleRow extends ArticleColumns, ThemeLabels {
  agencyName: string
  availableAt: Date | null
  deletedAt: Date | null
  updatedAt: Date
  features: Features | null
}

/** Derived values of an article; workers add keys of their own, so only what the service reads is named. */
export interface Features {
  sentiment?: { label?: string | null; score?: number | null } | null
  entities?: FeatureEntity[] | null
  content_annotations?: FeatureAnnotation[] | null
  word_count?: number | null
  /** Characters as a reader counts them, with each stretch of blanks as one. */
  char_count?: number | null
  paragraph_count?: number | null
  /** Local hour of publication, 0 to 23. */
  publication_hour?: number | null
  /** Local day of the week of publication: 0 on Monday, 6 on Sunday. */
  publication_dow?: number | null
  readability_flesch?: number | null
  view_count?: number | null
  unique_sessions?: number | null
  trending_score?: number | null
  has_image?: boolean | null
  has_video?: boolean | null
  image_broken?: boolean | null
  [key: string]: unknown
}

/** A name found in an article. `canonical_id` points into the entity registry. */
export interface FeatureEntity {
  text: string
  type: string
  count?: number | null
  canonical_id?: string | null
  salience?: number | null
}

/** Where a name stands in `content`: half-open character offsets. */
export interface FeatureAnnotation {
  start: number
  end: number
  type: string
  text: string
  canonical_id?: string | null
}
