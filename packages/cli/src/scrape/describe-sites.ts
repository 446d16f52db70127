import type { ScrapeStatus } from '@pauta/scraper/store/status'
import { withoutControls } from '../terminal/output.ts'
import { describeSeconds, renderTable } from '../terminal/table.ts'

const MESSAGE_MAX_CHARACTERS = 80

const age = (at: Date | null, now: Date) =>
  at === null ? 'never' : describeSeconds(Math.max(0, now.getTime() - at.getTime()) / 1000)
const until = (at: Date | null, now: Date) =>
  at === null || at <= now ? 'now' : `in ${describeSeconds((at.getTime() - now.getTime()) / 1000)}`

/** Kinds of change as words. */
const DRIFTS: Readonly<Record<string, string>> = {
  'unknown-structure': 'unknown structure',
  'unknown-article': 'unknown article',
  'new-structure': 'new structure',
  'no-items': 'empty listing',
  'missing-fields': 'missing fields',
  'mass-removal': 'mass removal',
  'mass-replacement': 'mass replacement',
  'wrong-pages': 'wrong pages',
  'undated-articles': 'articles without dates',
  'unread-articles': 'unread articles',
  'general-reading': 'read without rules',
  'shifted-times': 'shifted times',
  'listing-moved': 'listing moved',
  'unread-history': 'unread history',
}

function troubles({ isFailing, isSilent, isDrifting, drifts, errorKind }: ScrapeStatus): string {
  const words = [
    isFailing ? 'failing' : '',
    isSilent ? 'silent' : '',
    isDrifting && drifts.length === 0 ? 'template changed' : '',
    ...drifts.map(({ kind }) => DRIFTS[kind] ?? kind),
    errorKind ?? '',
  ]
  return words.filter((word) => word !== '').join(', ')
}

/** The state of the sites as a table, and the last error of each site that has one. */
export function describeSites(sites: readonly ScrapeStatus[], now: Date): string[] {
  if (sites.length === 0) return ['No site was read yet.']
  const table = renderTable(
    [
      'agency',
      'read',
      'newest article',
      'silent after',
      'next',
      'sent (7 days)',
      'removed',
      'fallbacks',
      'errors (7 days)',
      'trouble',
    ],
    sites.map((site) => [
      site.agencyKey,
      age(site.lastSuccessAt, now),
      age(site.newestArticleAt, now),
      site.silentAfterDays === null ? '' : `${site.silentAfterDays} d`,
      until(site.nextAt, now),
      String(site.sent),
      site.removed === 0 ? '' : String(site.removed),
      site.fallbackShare === null ? '' : `${Math.round(site.fallbackShare * 100)} %`,
      Object.entries(site.errors)
        .map(([kind, runs]) => `${runs} ${kind}`)
        .join(', '),
      troubles(site),
    ]),
  )
  const errors = sites
    .filter(({ errorMessage }) => errorMessage !== null)
    .map(
      ({ agencyKey, errorMessage }) =>
        `${agencyKey}: ${withoutControls(errorMessage ?? '').slice(0, MESSAGE_MAX_CHARACTERS)}`,
    )
  const changes = sites.flatMap(({ agencyKey, drifts }) =>
    drifts.map(({ kind, beganAt, detail, pageKey }) => {
      const page = pageKey === null ? '' : `; page: ${pageKey}`
      return `${agencyKey}: ${DRIFTS[kind] ?? kind} since ${age(beganAt, now)}: ${withoutControls(detail)}${page}`
    }),
  )
  return [
    ...table,
    ...(errors.length > 0 ? ['', 'Last errors:', ...errors] : []),
    ...(changes.length > 0
      ? ['', 'Changes (npm run scrape -- page AGENCY prints the page):', ...changes]
      : []),
  ]
}
