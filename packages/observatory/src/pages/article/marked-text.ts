/** A place in the text that names an entity. Offsets count UTF-16 units of `content`, the end excluded. */
export interface Annotation {
  start: number
  end: number
  type: string
  text: string
  canonicalId?: string | null
}

/** A piece of a text, with the entity that it names. */
export interface Piece {
  text: string
  entity?: Annotation
}

/** Cuts a text at its annotations. Annotations that overlap an earlier one or do not match the text are left out. */
export function cutAtAnnotations(content: string, annotations: readonly Annotation[]): Piece[] {
  const pieces: Piece[] = []
  let position = 0
  for (const annotation of annotations.toSorted((a, b) => a.start - b.start)) {
    const { start, end, text } = annotation
    if (start < position || content.slice(start, end) !== text) continue
    if (start > position) pieces.push({ text: content.slice(position, start) })
    pieces.push({ text, entity: annotation })
    position = end
  }
  if (position < content.length) pieces.push({ text: content.slice(position) })
  return pieces
}
