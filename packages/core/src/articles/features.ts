import * as z from 'zod'

/** The labels of a sentiment. */
export const SENTIMENT_LABELS = ['positive', 'neutral', 'negative'] as const

/**
 * The documented ranges of features. Every writer from outside is checked against them: readers compute averages and
 * shares from the values. Numbers must fit the single precision of the index.
 */
export const FEATURE_RANGES = {
  sentimentLabel: z.enum(SENTIMENT_LABELS),
  sentimentScore: z.float32().min(-1).max(1),
  /** Words, views, sessions, mentions. */
  count: z.int32().min(0),
  /** How central a mention is to its article. */
  salience: z.float32().min(0).max(1),
}

/** The kinds of features with one value. */
interface FeatureValues {
  count: number
  number: number
  flag: boolean
}
/** The types of the index for these kinds. */
const INDEX_TYPES = { count: 'int32', number: 'float', flag: 'bool' } as const

interface Declaration {
  kind: keyof FeatureValues
  schema: z.ZodType<number | boolean>
  /** Who writes the value: the step `enrich`, which derives it from the text, or a caller. */
  by: 'enrichment' | 'caller'
  /** The settings of the field in the index. Without settings, the index does not have the feature. */
  index?: { sort?: true; facet?: true }
  /** True if the metrics of agencies are computed from the feature. */
  isMetric?: true
}

const flag = { kind: 'flag', schema: z.boolean(), index: { facet: true } } as const
const count = { kind: 'count', schema: FEATURE_RANGES.count } as const
const sortedCount = { ...count, index: { sort: true } } as const

/**
 * The one declaration of the features with one value. Validation, the index, updates by operators and GraphQL follow.
 * GraphQL has them in camel case: `wordCount`.
 */
export const FEATURES = {
  /** Flesch reading ease of Portuguese texts: 0 is hard, 100 is easy. */
  readability_flesch: {
    kind: 'number',
    schema: z.float32().min(0).max(100),
    by: 'enrichment',
    index: {},
    isMetric: true,
  },
  trending_score: { kind: 'number', schema: z.float32(), by: 'caller', index: { sort: true } },
  view_count: { ...sortedCount, by: 'caller' },
  word_count: { ...sortedCount, by: 'enrichment', isMetric: true },
  has_image: { ...flag, by: 'enrichment' },
  has_video: { ...flag, by: 'enrichment' },
  image_broken: { ...flag, by: 'caller' },
  unique_sessions: { ...count, by: 'caller' },
  /** Number of characters; each sequence of blanks counts as one character. */
  char_count: { ...count, by: 'enrichment' },
  paragraph_count: { ...count, by: 'enrichment' },
} as const satisfies Record<string, Declaration>

type Declared = typeof FEATURES
type FeatureName = keyof Declared
/** A feature that the index has. */
export type IndexedFeature = {
  [Name in FeatureName]: Declared[Name] extends { index: object } ? Name : never
}[FeatureName]
/** The value of a feature. */
type FeatureValue<Name extends FeatureName> = FeatureValues[Declared[Name]['kind']]

export const FEATURE_NAMES = Object.keys(FEATURES) as FeatureName[]
const isIndexed = (name: FeatureName): name is IndexedFeature => 'index' in FEATURES[name]
const INDEXED_FEATURES = FEATURE_NAMES.filter(isIndexed)

/** Returns an object with a value for each of the features that the index has. */
export const forIndexedFeatures = <Made>(make: (name: IndexedFeature) => Made) =>
  Object.fromEntries(INDEXED_FEATURES.map((name) => [name, make(name)])) as Record<IndexedFeature, Made>

/** The fields of the index for these features. */
export const FEATURE_FIELDS = forIndexedFeatures((name) => ({
  type: INDEX_TYPES[FEATURES[name].kind],
  optional: true,
  ...FEATURES[name].index,
})) as {
  [Name in IndexedFeature]: Declared[Name]['index'] & {
    type: (typeof INDEX_TYPES)[Declared[Name]['kind']]
    optional: true
  }
}

/** Features come from workers and from outside. A value of a wrong type counts as missing. */
const HAS_KIND: Record<keyof FeatureValues, (value: unknown) => boolean> = {
  // Integers of the index have 32 bits.
  count: (value) => ((value as number) | 0) === value,
  number: (value) => Number.isFinite(value),
  flag: (value) => typeof value === 'boolean',
}

/** The features of an article with one value; null for a missing one. */
export type ScalarFeatures = { [Name in FeatureName]: FeatureValue<Name> | null }

/** Returns the features with one value; null for a missing one. */
export const scalarFeatures = (features: { readonly [name: string]: unknown }): ScalarFeatures =>
  Object.fromEntries(
    FEATURE_NAMES.map((name) => {
      const value = features[name]
      return [name, HAS_KIND[FEATURES[name].kind](value) ? value : null]
    }),
  ) as ScalarFeatures

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name
/** The features under their names in GraphQL. */
export type ShownFeatures = { [Name in FeatureName as CamelCase<Name>]: ScalarFeatures[Name] }

/** Returns the features with one value under their names in GraphQL; null for a missing one. */
export const showFeatures = (features: { readonly [name: string]: unknown }): ShownFeatures =>
  Object.fromEntries(
    Object.entries(scalarFeatures(features)).map(([name, value]) => [
      name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as ShownFeatures
