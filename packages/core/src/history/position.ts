/** Digits of the largest bigint. */
const POSITION = /^\d{1,18}$/

/** Whether a text is the position of an event in the log. */
export const isPosition = (text: string): boolean => POSITION.test(text)

/** Returns a position that somebody gave, in the form that the log has: without leading zeros. */
export const readPosition = (text: string): string => String(BigInt(text))

/** Whether a position lies after another one. Both have no leading zeros, so the longer one is the larger. */
export const isAfter = (position: string, other: string): boolean =>
  position.length === other.length ? position > other : position.length > other.length
