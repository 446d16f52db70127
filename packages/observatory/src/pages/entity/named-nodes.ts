/** Where a name stands: its middle at the top, in units of the picture. */
export interface NamePlace {
  id: string
  x: number
  y: number
  /** Length of the name. */
  characters: number
}

/** Mean width of a letter, in parts of the size of letters. */
const LETTER_WIDTH = 0.55

/**
 * Returns the ids of the nodes whose names have space, when the earlier ones of the list are written first. `letterSize`
 * is in units of the picture.
 */
export function chooseNamed(places: readonly NamePlace[], letterSize: number): Set<string> {
  const written: NamePlace[] = []
  for (const place of places) {
    const isFree = written.every(
      ({ x, y, characters }) =>
        Math.abs(y - place.y) >= letterSize ||
        Math.abs(x - place.x) >= ((characters + place.characters) / 2) * LETTER_WIDTH * letterSize,
    )
    if (isFree) written.push(place)
  }
  return new Set(written.map(({ id }) => id))
}
