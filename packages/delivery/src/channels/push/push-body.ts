import { cutAtWord, oneLine } from '@pauta/platform/text/cut-text'
import { findSafeUrl } from '../../digest/safe-url.ts'
import type { ShownChange } from '@pauta/clippings/releases/release-change'
import { writeChange } from '../../digest/change-words.ts'
import { countOf } from '../../digest/moments.ts'
import { changeWords, endWords } from '../../digest/wording.ts'

/** Push services accept 4 KB after encryption. */
const BODY_MAX_BYTES = 3 * 1024
const TITLE_MAX_CHARACTERS = 100
const TEXT_MAX_CHARACTERS = 300
const CHANGED_TITLE_MAX_CHARACTERS = 60

/** What the portal's service worker shows. `url` is null where no portal is configured. */
interface PushNotification {
  title: string
  body: string
  url: string | null
  /** A notification replaces a visible one with the same tag. */
  tag: string
  releaseId?: string
}

/** Returns JSON of at most 3 KB. Cuts texts, and leaves out an address that does not fit. */
function writeBody(notification: PushNotification): string {
  const url = findSafeUrl(notification.url) ?? null
  const write = (textMax: number, url: string | null) =>
    JSON.stringify({
      ...notification,
      title: cutAtWord(oneLine(notification.title), TITLE_MAX_CHARACTERS),
      body: cutAtWord(oneLine(notification.body), textMax),
      url,
    })
  const whole = write(TEXT_MAX_CHARACTERS, url)
  return Buffer.byteLength(whole) <= BODY_MAX_BYTES ? whole : write(TEXT_MAX_CHARACTERS / 2, null)
}

/** "“Casos de dengue”: editada em …: números alterados. Antes: … Depois: …" */
function tellChange(change: ShownChange): string {
  const { title, lines } = writeChange(change)
  const told = lines.join('. ').replaceAll('.. ', '. ')
  return `“${cutAtWord(title, CHANGED_TITLE_MAX_CHARACTERS)}”: ${told}`
}

/** Body of the push for a release, with its last change. */
export function pushBody(release: {
  id: string
  clippingId: string
  clippingName: string
  digestPreview: string
  releaseUrl: string
  changes?: readonly ShownChange[]
}): string {
  const told = (release.changes ?? []).slice(0, 1).map(tellChange)
  return writeBody({
    title: release.clippingName,
    body: [release.digestPreview, ...told].join(' '),
    url: release.releaseUrl,
    tag: release.clippingId,
    releaseId: release.id,
  })
}

/** Body of the push for new articles of the agencies and themes that a reader chose, as one notification. */
export function newArticlesPushBody(news: {
  /** Newest first, at least one. */
  articles: readonly { title: string; agencyName: string | null; url: string | null }[]
  /** Number of all new articles. */
  count: number
  portalUrl: string | null
}): string {
  const [first] = news.articles
  const title =
    news.count === 1
      ? (first?.agencyName ?? 'Nova notícia')
      : countOf(news.count, 'notícia', 'novas notícias')
  const rest = news.count - 1
  const headline = cutAtWord(oneLine(first?.title ?? ''), TEXT_MAX_CHARACTERS / 2)
  return writeBody({
    title,
    body: rest > 0 ? `${headline} e mais ${countOf(rest, 'notícia', 'notícias')}` : headline,
    url: news.count === 1 ? (first?.url ?? null) : news.portalUrl,
    tag: 'novas-noticias',
  })
}

/** Body of the push that a clipping ended. */
export function endedPushBody(ended: {
  clippingId: string
  clippingName: string
  isUnpublished: boolean
  portalUrl: string | null
}): string {
  const { title, sentence } = endWords(ended.clippingName, ended.isUnpublished)
  return writeBody({
    title,
    body: sentence,
    url: ended.portalUrl,
    tag: ended.clippingId,
  })
}

/** Body of the push that a followed clipping changed. */
export function changedPushBody(changed: {
  clippingId: string
  clippingName: string
  changes: readonly string[]
  portalUrl: string | null
}): string {
  const { title, sentence } = changeWords(changed.clippingName, changed.changes)
  return writeBody({ title, body: sentence, url: changed.portalUrl, tag: changed.clippingId })
}
