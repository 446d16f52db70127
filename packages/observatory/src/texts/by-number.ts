/** Returns the words for one and for other numbers. */
export const byNumber = (one: string, others: string) => (count: number) => (count === 1 ? one : others)
