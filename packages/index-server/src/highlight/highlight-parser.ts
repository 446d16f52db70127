import { readBoolean, readList, readText, readUnsigned } from '../requests/parameters.ts'
import type { Parameters } from '../requests/parameters.ts'

export interface HighlightParameters {
  /** Fields to highlight. Empty means the fields of `query_by`. */
  fields: string[]
  /** Fields whose whole text is also returned with marks. */
  fullFields: string[]
  startTag: string
  endTag: string
  /** Words shown on each side of the first match of a longer text. */
  affixTokens: number
  /** Texts with at most this many words are returned whole. */
  snippetThreshold: number
  /** True when the answer also has the older list form. */
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
