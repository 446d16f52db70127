import type * as z from 'zod'

const MISSING = /received (undefined|null)$/

/**
 * Returns the fault of a value in plain words: that it is missing, or the fault by the first of several possible shapes
 * instead of "Invalid input".
 */
export function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_union') {
    const [first] = issue.errors
    if (first?.[0]) return describeIssue(first[0])
  }
  return MISSING.test(issue.message) ? 'is missing' : issue.message
}
