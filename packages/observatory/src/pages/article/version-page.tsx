import { useRoute } from 'preact-iso'
import { VersionPageDocument, type VersionPageQuery } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { GradeMark } from '../../frame/grade-mark.tsx'
import { Missing } from '../../frame/missing.tsx'
import { ReadyPage } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { formatMoment } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { CiteButtons } from './cite-buttons.tsx'
import { Markdown } from './markdown.tsx'
import { readNumber } from './read-number.ts'

const words = texts.history

type Version = NonNullable<VersionPageQuery['articleVersion']>

function VersionText({ uniqueId, version }: { uniqueId: string; version: Version }) {
  const { number, title, subtitle, content, seenAt, grade, reason } = version
  const moment = formatMoment(seenAt)
  useTitle(`${words.version(String(number))}: ${title}`)
  return (
    <article class="article">
      <p class="card-meta">
        <a href={`${paths.article(uniqueId)}#historia`}>{words.current}</a>
        {number > 1 && <a href={paths.version(uniqueId, number - 1)}>{words.previous}</a>}
        {number > 1 && (
          <a href={paths.difference(uniqueId, number - 1, number)}>
            {words.difference(String(number - 1), String(number))}
          </a>
        )}
      </p>
      <h1>{title}</h1>
      <p class="version-note">
        <strong>{words.version(String(number))}</strong>, <time dateTime={seenAt}>{words.seen(moment)}</time>.{' '}
        <GradeMark grade={grade} reason={reason} />
      </p>
      <CiteButtons
        title={words.citedVersion(title, String(number), moment)}
        path={paths.version(uniqueId, number)}
      />
      {subtitle && <p class="lead">{subtitle}</p>}
      <Markdown content={content ?? ''} annotations={[]} />
    </article>
  )
}

/** One version of an article, as it was seen, at an address that always shows it. */
export function VersionPage() {
  const { params } = useRoute()
  const uniqueId = params['id'] ?? ''
  const number = readNumber(params['number'])
  const loaded = useData(
    VersionPageDocument,
    { uniqueId, number: number ?? 0 },
    { pause: number === undefined },
  )
  const missing = <Missing title={words.missingVersion} href={paths.article(uniqueId)} to={words.current} />
  if (number === undefined) return missing
  return (
    <ReadyPage loaded={loaded} lines={20}>
      {({ articleVersion }) =>
        articleVersion ? <VersionText uniqueId={uniqueId} version={articleVersion} /> : missing
      }
    </ReadyPage>
  )
}
