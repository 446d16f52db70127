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

  /** Makes the character at `position` upper case: the start of a sentence, or of a name that starts it. */
  capitaliseAt(position: number): void {
    const first = this.text.charAt(position).toUpperCase()
    this.text = this.text.slice(0, position) + first + this.text.slice(position + 1)
    for (const mention of this.mentions)
      if (mention.start === position) mention.text = first + mention.text.slice(1)
  }
}
