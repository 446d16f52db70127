/** The greatest Int of GraphQL. */
const NUMBER_MAX = 2_147_483_647

/** Returns the number of a version in an address; undefined for a text that is none. */
export function readNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return undefined
  const number = Number(text)
  return number <= NUMBER_MAX ? number : undefined
}
