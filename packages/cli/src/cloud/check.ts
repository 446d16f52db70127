/** One requirement of a stage and whether its account meets it. */
export interface Check {
  name: string
  isMet: boolean
  /** AWS did not tell: it counts as met, and its remedy is shown. */
  isUnknown?: true
  has: string
  needs: string
  /** What to do; empty when the requirement is met. */
  remedy: string
}

type Value = string | number

/** `isMet` is undefined where AWS did not tell. The remedy is left out when the requirement is met. */
export const makeCheck = (
  name: string,
  { has, needs, isMet, remedy }: { has: Value; needs: Value; isMet: boolean | undefined; remedy: string },
): Check => ({
  name,
  isMet: isMet ?? true,
  ...(isMet === undefined && { isUnknown: true }),
  has: String(has),
  needs: String(needs),
  remedy: isMet ? '' : remedy,
})
