/** Returns a text without accents and in lower case, to compare what a reader types. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
