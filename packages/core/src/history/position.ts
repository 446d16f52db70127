/** Digits of the largest bigint. */
const POSITION = /^\d{1,18}$/

/** Whether a text is the position of an event in the log. */
export const isPosition = (text: string): boolean => POSITION.test(text)

/** Whether a position lies after another one. */
export const isAfter = (position: string, other: string): boolean => BigInt(position) > BigInt(other)
