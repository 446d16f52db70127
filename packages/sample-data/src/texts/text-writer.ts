import type { EntityType } from '@pauta/core/entities/entity-record'

/** The position of a name: half-open character offsets. */
export interface Mention {
  start: number
  end: number
  text: string
  type: EntityType
  canonicalId: string | null
}

/** Builds a text and records the positions of names in it. */
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

  /** Makes the character at `position` upper case, for the start of a sentence. */
  capitaliseAt(position: number): void {
    const first = this.text.charAt(position).toUpperCase()
    this.text = this.text.slice(0, position) + first + this.text.slice(position + 1)
    for (const mention of this.mentions)
      if (mention.start === position) mention.text = first + mention.text.slice(1)
  }
}
