import type { ComponentChildren } from 'preact'
import { useNarrow } from './use-narrow.ts'

/** A part of a page that is folded on phones and open elsewhere, until a reader folds or opens it. */
export function Fold({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <details class="fold" open={!useNarrow()}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
