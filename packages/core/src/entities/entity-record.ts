export const ENTITY_TYPES = ['ORG', 'PER', 'LOC', 'EVENT', 'POLICY', 'LAW'] as const
export type EntityType = (typeof ENTITY_TYPES)[number]

export const POLICY_DOMAINS = [
  'SOCIAL',
  'ECONOMIC',
  'HEALTH',
  'EDUCATION',
  'SECURITY',
  'ENVIRONMENT',
  'GOVERNANCE',
] as const
export type PolicyDomain = (typeof POLICY_DOMAINS)[number]

/** Where a policy stands, from the first word of it to everyday running. */
export const LIFECYCLE_PHASES = [
  'ANNOUNCED',
  'REGULATION',
  'IMPLEMENTATION',
  'EVALUATION',
  'ROUTINE',
] as const
export type LifecyclePhase = (typeof LIFECYCLE_PHASES)[number]

/** What only policies have. */
export interface PolicyRecord {
  domain: PolicyDomain
  lifecyclePhase: LifecyclePhase
  /** Canonical names of the laws it rests on; empty where a decree or ordinance alone carries it. */
  enablingLaws: string[]
  /** Keys of the agencies that run it. */
  responsibleAgencies: string[]
  /** Whom it is for, as groups of people or bodies. */
  targetPopulation: string[]
  /** Day of its first public mention, `YYYY-MM-DD`. */
  firstMentionedDate?: string
  /** What kind of policy it is: a programme, a fund, a plan… */
  instanceOf?: string
}

/** One entity of the registry. */
export interface EntityRecord {
  /** A Wikidata id (`Q155`) where one is certain, else `dgb_` and a ULID that never changes. */
  id: string
  canonicalName: string
  type: EntityType
  /**
   * Other names, written as texts write them. In running text compare them with case and accents, as whole words:
   * folded, the state Pará is the preposition "para". An acronym such as `Anvisa` also counts in capitals.
   */
  aliases: string[]
  description?: string
  /** For an agency of the catalogue. */
  agencyKey?: string
  wikidataId?: string
  /** Present exactly when the type is POLICY. */
  policy?: PolicyRecord
}
