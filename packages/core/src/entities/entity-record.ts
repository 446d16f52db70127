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

/** The phase of a policy, from its announcement to routine operation. */
export const LIFECYCLE_PHASES = [
  'ANNOUNCED',
  'REGULATION',
  'IMPLEMENTATION',
  'EVALUATION',
  'ROUTINE',
] as const
export type LifecyclePhase = (typeof LIFECYCLE_PHASES)[number]

/** Fields of policies only. */
export interface PolicyRecord {
  domain: PolicyDomain
  lifecyclePhase: LifecyclePhase
  /** Canonical names of the laws on which the policy rests; empty when it rests only on a decree or ordinance. */
  enablingLaws: string[]
  /** Keys of the agencies that run the policy. */
  responsibleAgencies: string[]
  /** Groups of people or bodies for which the policy is made. */
  targetPopulation: string[]
  /** Day of the first public mention, `YYYY-MM-DD`. */
  firstMentionedDate?: string
  /** Kind of the policy: a programme, a fund, a plan… */
  instanceOf?: string
}

/** One entity of the registry. */
export interface EntityRecord {
  /** A Wikidata id (`Q155`) when one is certain, else `dgb_` and a ULID. The id never changes. */
  id: string
  canonicalName: string
  type: EntityType
  /**
   * Other names, as texts write them. In running text, compare them with case and accents and as whole words: without
   * accents, the state Pará equals the preposition "para". An acronym such as `Anvisa` also matches in capitals.
   */
  aliases: string[]
  description?: string
  /** Key of the agency in the catalogue; agencies only. */
  agencyKey?: string
  wikidataId?: string
  /** Present if and only if the type is POLICY. */
  policy?: PolicyRecord
}
