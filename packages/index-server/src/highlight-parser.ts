import { readBoolean, readList, readText, readUnsigned } from './parameters.ts'
import type { Parameters } from './parameters.ts'

export interface HighlightParameters {
  /** Fields to highlight; empty: those of `query_by`. */
  fields: string[]
  /** Fields of which the whole text is answered with marks too. */
  fullFields: string[]
  startTag: string
  endTag: string
  /** Words kept on each side of the first match of a longer text. */
  affixTokens: number
  /** Texts of at most this many words are answered whole. */
  snippetThreshold: number
  /** Whether the older list form is answered beside the object. */
  hasList: boolean
}

export function parseHighlight(parameters: Parameters): HighlightParameters {
  return {
    fields: readList(parameters, 'highlight_fields'),
    fullFields: readList(parameters, 'highlight_full_fields'),
    startTag: readText(parameters, 'highlight_start_tag') || '<mark>',
    endTag: readText(parameters, 'highlight_end_tag') || '</mark>',
    affixTokens: readUnsigned(parameters, 'highlight_affix_num_tokens', 4),
    snippetThreshold: readUnsigned(parameters, 'snippet_threshold', 30),
    hasList: readBoolean(parameters, 'enable_highlight_v1', true),
  }
}
