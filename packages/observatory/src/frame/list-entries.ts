/** Returns the entries of a text that commas, semicolons or lines separate, each once. */
export const listEntries = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((entry) => entry.trim().replaceAll(/\s+/g, ' '))
      .filter((entry) => entry !== ''),
  ),
]
