import { html, type Html } from '@pauta/platform/text/html'
import type { DiffPart } from './diff-words.ts'

/** Words for readers who do not see the marks. Pages hide them from sight by the class. */
const unseen = (text: string) => html`<span class="unseen">${text}</span>`

function showPart({ kind, text }: DiffPart): Html {
  if (kind === 'kept') return html`<span>${text}</span>`
  if (kind === 'added') return html`<ins>${unseen('[entrou: ')}${text}${unseen('] ')}</ins>`
  return html`<del>${unseen('[saiu: ')}${text}${unseen('] ')}</del>`
}

/** Returns a difference as HTML: `ins` and `del`, with words for screen readers. The texts are escaped. */
export const diffHtml = (parts: readonly DiffPart[]): string =>
  html`<div class="diff">${parts.map(showPart)}</div>`.text
