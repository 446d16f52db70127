import type { EditGrade, EventKind } from './event.ts'

/** What readers call the kinds of events. */
export const EVENT_KIND_NAMES: Record<EventKind, string> = {
  appeared: 'publicação',
  edited: 'edição',
  removed: 'retirada do site',
  restored: 'volta ao site',
  taken_down: 'retirada por um operador',
  relabelled: 'outro órgão, tema, categoria ou etiqueta',
}

/** What readers call the grades of edits. */
export const GRADE_NAMES: Record<EditGrade, string> = {
  typography: 'tipografia',
  small: 'pequena mudança',
  figures: 'números alterados',
  names: 'nomes alterados',
  text_removed: 'texto retirado',
  meaning: 'mudança de sentido',
}
