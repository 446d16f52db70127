/** The least contrast of texts: WCAG 2.2, criterion 1.4.3. */
export const CONTRAST_MIN = 4.5

/** Relative luminance of a colour as `#12695a`, 0 to 1 (WCAG 2.2, definition of relative luminance). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast of two colours, 1 to 21 (WCAG 2.2, definition of contrast ratio). */
export function contrastOf(one: string, other: string): number {
  const [lower = 0, higher = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (higher + 0.05) / (lower + 0.05)
}
