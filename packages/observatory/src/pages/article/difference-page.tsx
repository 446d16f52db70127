import { useLocation, useRoute } from 'preact-iso'
import { DiffPageDocument, type DiffPageQuery } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { GradeMark } from '../../frame/grade-mark.tsx'
import { Missing } from '../../frame/missing.tsx'
import { ReadyPage } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { formatMoment } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { CiteButtons } from './cite-buttons.tsx'
import { DiffSection } from './diff-view.tsx'
import { readNumber } from './read-number.ts'

const words = texts.history
/** The parameter that shows both versions beside each other, so that an address keeps the view. */
const BESIDE = 'vista=lado-a-lado'

type Difference = NonNullable<DiffPageQuery['articleDiff']>

/** Two links that choose how the difference is shown. */
function Views({ path, isBeside }: { path: string; isBeside: boolean }) {
  return (
    <p class="presets views" role="group" aria-label={words.view}>
      <a href={path} aria-current={isBeside ? undefined : 'true'}>
        {words.inline}
      </a>
      <a href={`${path}?${BESIDE}`} aria-current={isBeside ? 'true' : undefined}>
        {words.sides}
      </a>
    </p>
  )
}

interface ShownProps {
  uniqueId: string
  difference: Difference
  article: DiffPageQuery['article']
  isBeside: boolean
}

function Shown({ uniqueId, difference, article, isBeside }: ShownProps) {
  const { from, to, grade, reason, title, subtitle, content } = difference
  const name = article?.title ?? ''
  const path = paths.difference(uniqueId, from, to)
  const seen = article?.versions.find(({ number }) => number === to)?.seenAt
  const heading = words.differenceTitle(String(from), String(to))
  useTitle(`${heading}: ${name}`)
  const shared = { from, to, isBeside }
  return (
    <article class={isBeside ? 'article article-wide' : 'article'}>
      <p class="card-meta">
        {article?.agencyName && <span>{article.agencyName}</span>}
        <a href={`${paths.article(uniqueId)}#historia`}>{words.current}</a>
        <a href={paths.version(uniqueId, from)}>{words.version(String(from))}</a>
        <a href={paths.version(uniqueId, to)}>{words.version(String(to))}</a>
      </p>
      <h1>
        {heading} <span class="heading-of">{words.of(name)}</span>
      </h1>
      <p class="version-note">
        <GradeMark grade={grade} reason={reason} />
        {seen && <time dateTime={seen}> ({words.seen(formatMoment(seen))})</time>}
      </p>
      <CiteButtons title={words.citedDifference(name, String(from), String(to))} path={path} />
      <Views path={path} isBeside={isBeside} />
      <p class="help">
        {words.legend} {words.markdown}
      </p>
      <DiffSection title={words.titles} parts={title} {...shared} />
      {subtitle.length > 0 && <DiffSection title={words.subtitles} parts={subtitle} {...shared} />}
      <DiffSection title={words.texts} parts={content} {...shared} />
    </article>
  )
}

/** The difference of two versions of an article, at an address that always shows it. */
export function DifferencePage() {
  const { params } = useRoute()
  const { query } = useLocation()
  const uniqueId = params['id'] ?? ''
  const [from, to] = [readNumber(params['from']), readNumber(params['to'])]
  const isKnown = from !== undefined && to !== undefined
  const loaded = useData(DiffPageDocument, { uniqueId, from: from ?? 0, to: to ?? 0 }, { pause: !isKnown })
  const missing = (
    <Missing title={words.missingDifference} href={paths.article(uniqueId)} to={words.current} />
  )
  if (!isKnown) return missing
  return (
    <ReadyPage loaded={loaded} lines={20}>
      {({ articleDiff, article }) =>
        articleDiff ? (
          <Shown
            uniqueId={uniqueId}
            difference={articleDiff}
            article={article}
            isBeside={query['vista'] === 'lado-a-lado'}
          />
        ) : (
          missing
        )
      }
    </ReadyPage>
  )
}
