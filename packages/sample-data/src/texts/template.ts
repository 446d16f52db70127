import { entitySlot, figureSlot, SLOTS, type Slot } from './slots.ts'
import type { Story } from './story.ts'
import type { TextWriter } from './text-writer.ts'
import type { Topic } from './topic.ts'

/** A compiled text with slots. */
export type Template = (story: Story, out: TextWriter) => void

const SLOT = /\{([^{}]+)\}/g

function capitalised(slot: Slot): Slot {
  return (story, out) => {
    const start = out.text.length
    slot(story, out)
    out.capitaliseAt(start)
  }
}

type OwnSlots = Readonly<Record<string, Slot>>

function resolve(name: string, figures: Topic['figures'], own: OwnSlots): Slot {
  if (name.startsWith('@')) return entitySlot(name.slice(1))
  const ownSlot = own[name]
  if (ownSlot !== undefined) return ownSlot
  const range = figures[name]
  if (range !== undefined) return figureSlot(name, range)
  const slot = SLOTS.get(name)
  if (slot !== undefined) return slot
  const lower = SLOTS.get(name.charAt(0).toLowerCase() + name.slice(1))
  if (lower === undefined)
    throw new Error(`unknown slot {${name}}: see slots.ts, or add it to the topic's figures`)
  return capitalised(lower)
}

/** Compiles `Olá, {city}`. `own` are slots of this topic only. Throws on an unknown slot. */
export function compileTemplate(text: string, figures: Topic['figures'], own: OwnSlots = {}): Template {
  const parts: (string | Slot)[] = []
  let end = 0
  for (const match of text.matchAll(SLOT)) {
    if (match.index > end) parts.push(text.slice(end, match.index))
    parts.push(resolve(match[1] ?? '', figures, own))
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push(text.slice(end))
  return (story, out) => {
    for (const part of parts) {
      if (typeof part === 'string') out.write(part)
      else part(story, out)
    }
  }
}
