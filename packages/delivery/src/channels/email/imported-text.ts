import type { ReleaseContent } from '../../ledger/contents.ts'

/** Returns the plain text of a release that was imported without one. */
export function plainTextOf(
  { clippingName, digestPreview }: Pick<ReleaseContent, 'clippingName' | 'digestPreview'>,
  releaseUrl: string,
): string {
  return [clippingName, digestPreview, releaseUrl].filter(Boolean).join('\n\n')
}
