import { gradeEdit } from './grade-edit.ts'
import type { NewEvent, ReplacedVersion, Witness } from './event.ts'

/** The columns of a row that events are about. */
interface EventRow extends ReplacedVersion {
  uniqueId: string
  agencyKey: string
  category: string | null
  tags: readonly string[]
  mostSpecificThemeCode: string | null
}

/** A row before and after a write; `before` is undefined for a new article. */
export interface RowChange {
  before: EventRow | undefined
  after: EventRow
}

const VERSION_COLUMNS = ['title', 'subtitle', 'content', 'imageUrl', 'publishedAt'] as const
const LABEL_COLUMNS = ['agencyKey', 'category', 'tags', 'mostSpecificThemeCode'] as const

const differs = (before: EventRow, after: EventRow, columns: readonly (keyof EventRow)[]) =>
  columns.some((column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]))

const pickVersion = (row: EventRow) => ({
  title: row.title,
  subtitle: row.subtitle,
  content: row.content,
  imageUrl: row.imageUrl,
  publishedAt: row.publishedAt,
  sourceUpdatedAt: row.sourceUpdatedAt,
  contentHash: row.contentHash,
  versionAt: row.versionAt,
})

/**
 * Returns the events of a write. A change of title, subtitle, text, picture or publication is an edit, one of agency,
 * category, tags or theme a new label. Other columns make no event.
 */
export function listEvents({ before, after }: RowChange, seenBy: Witness): NewEvent[] {
  const { uniqueId, agencyKey, contentHash } = after
  const event = { uniqueId, agencyKey, seenBy, contentHash }
  if (!before) return [{ ...event, kind: 'appeared' }]
  const events: NewEvent[] = []
  if (differs(before, after, VERSION_COLUMNS))
    events.push({
      ...event,
      kind: 'edited',
      edit: { replaced: pickVersion(before), ...gradeEdit(before, after) },
    })
  if (differs(before, after, LABEL_COLUMNS)) events.push({ ...event, kind: 'relabelled' })
  return events
}
