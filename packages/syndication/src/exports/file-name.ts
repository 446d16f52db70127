import { slugify } from '@pauta/core/articles/identity'
import { localDay } from '@pauta/platform/time/time'
import { describeSelection } from '../selection/describe.ts'
import type { Selection } from '../selection/selection.ts'

/**
 * Returns the name of a downloaded file, which tells its contents, its filter or title, and the local day of the
 * download: `noticias-dengue-orgaos-saude-2026-06-01.csv`. ASCII without quotes, as headers and disks take it; a long
 * filter is cut at a word.
 */
export function fileNameOf(
  contents: string,
  selection: Selection,
  { ending, now }: { ending: string; now: Date },
): string {
  const words = slugify(`${contents} ${selection.title ?? describeSelection(selection)}`)
  return `${words}-${localDay(now)}.${ending}`
}
