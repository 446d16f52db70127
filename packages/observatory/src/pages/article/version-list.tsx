import type { ArticlePageQuery } from '../../api/generated/operations.ts'
import { formatMoment } from '../../format.ts'
import { GradeMark } from '../../frame/grade-mark.tsx'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'

type Version = NonNullable<ArticlePageQuery['article']>['versions'][number]

/** Every version that was seen, the last one first, with its difference from the one before. */
export function VersionList({ uniqueId, versions }: { uniqueId: string; versions: readonly Version[] }) {
  const words = texts.history
  const first = versions[0]?.number
  return (
    <ol class="versions" reversed>
      {versions.toReversed().map(({ number, seenAt, grade, reason }) => (
        <li key={number}>
          <a href={paths.version(uniqueId, number)}>{words.version(String(number))}</a>,{' '}
          <time dateTime={seenAt}>{words.seen(formatMoment(seenAt))}</time>
          {number === first ? (
            ` (${words.first})`
          ) : (
            <>
              : <GradeMark grade={grade} reason={reason} />{' '}
              <a href={paths.difference(uniqueId, number - 1, number)}>
                {words.difference(String(number - 1), String(number))}
              </a>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}
