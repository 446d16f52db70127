import type { ReleaseContent } from './ledger/contents.ts'

/** What stands in for the plain text of a release that was imported without one. */
export function plainTextOf({ clippingName, digestPreview, releaseUrl }: ReleaseContent): string {
  return [clippingName, digestPreview, releaseUrl].filter(Boolean).join('\n\n')
}
