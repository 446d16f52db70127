import type { EntityType } from '@pauta/core/entities/entity-record'

/** A name where it stands in a text: half-open character offsets. */
export interface Mention {
  start: number
  end: number
  text: string
  type: EntityType
  canonicalId: string | null
}

/** Builds a text and remembers which names it has written where. */
export class TextWriter {
  text = ''
  readonly mentions: Mention[] = []

  write(text: string): void {
    this.text += text
  }

  mention(text: string, type: EntityType, canonicalId: string | null): void {
    const start = this.text.length
    this.text += text
    this.mentions.push({ start, end: this.text.length, text, type, canonicalId })
  }

  /** Makes the character at `position` upper case: the start of a sentence. */
  capitaliseAt(position: number): void {
    const first = this.text.charAt(position)
    this.text = this.text.slice(0, position) + first.toUpperCase() + this.text.slice(position + 1)
  }
}
