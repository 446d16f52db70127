import * as z from 'zod'
import { AGENCY_KEY } from '../agencies/agency.ts'
import { isArticleId } from '../articles/article-id.ts'
import { isWebAddress, WEB_ADDRESS_MAX_CHARACTERS } from '../articles/web-address.ts'

/** Validates the message of a writer whose site has removed an article. Unknown keys are removed. */
export const removalSchema = z.object({
  uniqueId: z.string().trim().refine(isArticleId, 'is not a valid article id'),
  agencyKey: z.string().trim().regex(AGENCY_KEY, 'must be a key: a-z, 0-9, _ and -, at most 64 characters'),
  url: z.string().trim().max(WEB_ADDRESS_MAX_CHARACTERS).refine(isWebAddress, 'must be an http or https URL'),
  /** When the page was found missing. */
  removedAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

/** A removal: the page of an article is no longer on the site of its agency. */
export type Removal = z.output<typeof removalSchema>

/** Whether a message is meant as a removal rather than as an article. */
export const isRemoval = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'removedAt' in value

/** Validates a removal. It counts from now at the latest. Throws a ZodError that names every invalid field. */
export function receiveRemoval(value: unknown, now: Date): Removal {
  const removal = removalSchema.parse(value)
  const removedAt = new Date(Math.min(removal.removedAt.getTime(), now.getTime()))
  // Versions of articles are whole seconds, too.
  removedAt.setUTCMilliseconds(0)
  return { ...removal, removedAt }
}
