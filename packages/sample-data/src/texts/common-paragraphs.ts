import { z } from 'zod'
import { readData, texts } from '../read-data.ts'

const paragraphs = z.strictObject({
  /** Officials are quoted. */
  quotes: texts,
  /** People with experience of the subject are quoted. */
  voices: texts,
  /** Figures and regions. */
  numbers: texts,
  /** Other bodies that take part. */
  partners: texts,
  /** People who were present, and other places. */
  presence: texts,
  /** How the action came about and which body is responsible. */
  background: texts,
  nextSteps: texts,
  /** Where readers ask. */
  service: texts,
})

/**
 * Paragraphs that fit any topic, by purpose. An article takes few of each purpose. `sober` are for grave matters,
 * `usual` for the others. `policy` are for topics with a policy and may use its slots `{policy}`, `{policy_people}` and
 * `{policy_description}`; `law` are for topics with a law and may use `{the_law}` and `{in_law}`. `editorialLeads` are
 * short lines above the headline.
 */
export const COMMON_PARAGRAPHS = readData(
  'common-paragraphs.json',
  z.strictObject({
    usual: paragraphs,
    sober: paragraphs,
    policy: texts,
    law: texts,
    editorialLeads: texts,
  }),
)
