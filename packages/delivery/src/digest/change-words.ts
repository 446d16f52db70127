import type { EditGrade } from '@pauta/core/history/event'
import type { ShownChange } from '@pauta/clippings/releases/release-change'
import { cutAtWord, oneLine } from '@pauta/platform/text/cut-text'
import { countOf, formatMoment } from './moments.ts'
import { findSafeUrl } from './safe-url.ts'

const TITLE_MAX_CHARACTERS = 300
const WORDS_MAX_CHARACTERS = 300

/** The grades of edits in messages. */
const GRADES: Readonly<Record<EditGrade, string>> = {
  typography: 'só a escrita mudou',
  small: 'pequena mudança',
  figures: 'números alterados',
  names: 'nomes alterados',
  text_removed: 'texto retirado',
  meaning: 'o sentido mudou',
}

/** The edits and removals that a digest shows, and how many more its release has. */
export interface DigestChanges {
  shown: readonly ShownChange[]
  more: number
}

export const NO_CHANGES: DigestChanges = { shown: [], more: 0 }

/** A change as messages show it. */
export interface ChangeLines {
  title: string
  /** The page of an edited article; undefined for a removed one, whose page is gone. */
  url: string | undefined
  agencyName: string
  /** What happened, and of an edit the words before and after: at most three lines. */
  lines: string[]
}

const words = (label: string, text: string | null) =>
  text ? [`${label}: ${cutAtWord(oneLine(text), WORDS_MAX_CHARACTERS)}`] : []

/** "Editada em 23 de novembro, às 8h: números alterados", and below "Antes: …" and "Depois: …". */
export function writeChange(change: ShownChange): ChangeLines {
  const { kind, title, url, agencyName, at, grade, wordsBefore, wordsAfter } = change
  const shown = { title: cutAtWord(oneLine(title), TITLE_MAX_CHARACTERS), agencyName: oneLine(agencyName) }
  if (kind === 'removed')
    return { ...shown, url: undefined, lines: [`Retirada do ar pelo site em ${formatMoment(at)}`] }
  const what = `Editada em ${formatMoment(at)}${grade ? `: ${GRADES[grade]}` : ''}`
  return {
    ...shown,
    url: findSafeUrl(url),
    lines: [what, ...words('Antes', wordsBefore), ...words('Depois', wordsAfter)],
  }
}

/** "2 mudanças". */
export const countChanges = ({ shown, more }: DigestChanges): string =>
  countOf(shown.length + more, 'mudança', 'mudanças')

/** "Uma notícia já publicada mudou." Blank without changes. */
export function tellChanges({ shown, more }: DigestChanges): string {
  const count = shown.length + more
  if (count === 0) return ''
  const [only] = shown
  if (count === 1 && only)
    return `Uma notícia já publicada foi ${only.kind === 'edited' ? 'editada' : 'retirada do ar'}.`
  return `${countOf(count, 'mudança', 'mudanças')} em notícias já publicadas.`
}

/** The line below the changes of which the digest does not show all; blank when it does. */
export const writeMoreChanges = ({ more }: DigestChanges): string =>
  more === 0 ? '' : `E mais ${countOf(more, 'mudança', 'mudanças')} nesta edição.`

export const CHANGES_TITLE = 'O que mudou em notícias já publicadas'
