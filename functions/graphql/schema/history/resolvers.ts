import { dimensionOf } from '@pauta/core/analytics/count-dimensions'
import { listChanges } from '@pauta/core/history/changes'
import { countChanges, type ChangeDimension } from '@pauta/core/history/count-changes'
import { isPosition } from '@pauta/core/history/position'
import { EVENT_KIND_NAMES, GRADE_NAMES } from '@pauta/core/history/names'
import { readDiff } from '@pauta/core/history/read-diff'
import { readVersions, type ArticleEvent } from '@pauta/core/history/queries'
import { assertFilterBounds } from '@pauta/core/search-index/article-filter'
import { readRows } from '@pauta/platform/database/database'
import { badInput, limitExceeded } from '@pauta/platform/errors'
import { DAY_MS, parseWindow } from '@pauta/platform/time/time'
import { listVersionPages } from '@pauta/scraper/raw-pages/raw-page-rows'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import type { AccessMap } from '../../request/access.ts'
import type { Context } from '../../request/context.ts'
import { articleIdArgument, limitArgument } from '../../request/arguments.ts'
import { warnOfUnknownAgencies, warnOfUnknownValues } from '../../request/unknown-values.ts'
import { fromEnum, toEnum } from './enums.ts'

const CHANGES_MAX = 200
const COUNTS_MAX = 400
/** Days of a count: the default, and the most. */
const COUNTED_DAYS = 30
const COUNTED_DAYS_MAX = 366

export const access = {
  'Query.articleChanges': 'public',
  'Query.articleVersion': 'public',
  'Query.articleDiff': 'public',
  'Query.articleChangeCounts': 'public',
  'Query.articleVersionPages': 'service',
  'Subscription.articleEvents': 'user',
} satisfies AccessMap

function numberArgument(number: number, argument: string): number {
  if (number < 1) throw badInput(argument, 'deve ser maior ou igual a 1.')
  return number
}

function positionArgument(after: string | null | undefined): string | null {
  if (after === null || after === undefined) return null
  if (!isPosition(after)) throw badInput('after', 'não é a posição de um acontecimento.')
  return after
}

/** Returns the period of a count. Throws BAD_USER_INPUT or LIMIT_EXCEEDED. */
function countedPeriod(from: string | null | undefined, to: string | null | undefined, now: Date) {
  const given = parseWindow(from, to, { start: 'from', end: 'to' })
  const end = given.to ?? now
  const start = given.from ?? new Date(end.getTime() - COUNTED_DAYS * DAY_MS)
  if (end.getTime() - start.getTime() > COUNTED_DAYS_MAX * DAY_MS)
    throw limitExceeded('from', `no máximo ${COUNTED_DAYS_MAX} dias por vez.`)
  return { from: start, to: end }
}

/** Returns the names of what changes are counted by. */
async function nameKeys(
  by: ChangeDimension,
  keys: readonly string[],
  context: Pick<Context, 'findEntityNames' | 'findVocabulary'>,
): Promise<(key: string) => string> {
  if (by === 'KIND') return (key) => EVENT_KIND_NAMES[key as keyof typeof EVENT_KIND_NAMES]
  if (by === 'GRADE') return (key) => GRADE_NAMES[key as keyof typeof GRADE_NAMES]
  return await dimensionOf(by).nameKeys(context, keys)
}

/** Adds warnings for agencies and themes that do not exist. Rows of events are compared with keys and codes exactly. */
async function warnOfUnknownChoice(
  { agencies, themes }: { agencies: readonly string[]; themes: readonly string[] },
  context: Context,
): Promise<void> {
  await warnOfUnknownAgencies(agencies, context, { argument: 'agencies', match: 'KEY' })
  await warnOfUnknownValues({ themes }, context, { found: 0 })
}

export const resolvers = {
  Query: {
    articleChanges: async (_, { filter, grades, kinds, from, to, first, after }, context) => {
      const { from: since, to: until } = parseWindow(from, to, { start: 'from', end: 'to' })
      const request = {
        filter: filter ?? null,
        grades: (grades ?? []).map(fromEnum),
        kinds: (kinds ?? []).map(fromEnum),
        from: since,
        to: until,
        first: limitArgument(first, CHANGES_MAX, 'first'),
        after: positionArgument(after),
      }
      const changes = await readRows(() => listChanges(context.db, request))
      // An unknown agency that is excluded leaves the list full.
      const unsure = changes.events.length === 0 ? filter : { excludeAgencies: filter?.excludeAgencies }
      await warnOfUnknownValues(unsure, context, { found: changes.events.length })
      return changes
    },
    articleVersion: async (_, { uniqueId, number: asked }, { db }) => {
      const id = articleIdArgument(uniqueId, 'uniqueId')
      const number = numberArgument(asked, 'number')
      return (await readRows(() => readVersions(db, id, [number]))).get(number) ?? null
    },
    articleDiff: async (_, { uniqueId, from, to }, { db }) => {
      const id = articleIdArgument(uniqueId, 'uniqueId')
      const pair = { from: numberArgument(from, 'from'), to: numberArgument(to, 'to') }
      return (await readRows(() => readDiff(db, id, pair))) ?? null
    },
    articleChangeCounts: async (_, { agencies, themes, grades, kinds, from, to, by, limit }, context) => {
      assertFilterBounds({ agencies: agencies ?? null, themes: themes ?? null }, '')
      const request = {
        agencies: agencies ?? [],
        themes: themes ?? [],
        grades: (grades ?? []).map(fromEnum),
        kinds: (kinds ?? []).map(fromEnum),
        ...countedPeriod(from, to, context.now),
        by,
        limit: limitArgument(limit, COUNTS_MAX),
      }
      const counts = await readRows(() => countChanges(context.db, request))
      if (counts.length === 0) await warnOfUnknownChoice(request, context)
      const keys = counts.map(({ key }) => key)
      const nameOf = await nameKeys(by, keys, context)
      const isEnum = by === 'KIND' || by === 'GRADE'
      return counts.map(({ key, count }) => ({
        key: isEnum ? toEnum(key) : key,
        label: nameOf(key),
        count,
      }))
    },
    articleVersionPages: async (_, { uniqueId }, { db }) =>
      await listVersionPages(db, articleIdArgument(uniqueId, 'uniqueId')),
  },
  Subscription: {
    articleEvents: {
      subscribe: (_, { filter, since }, { follow }) => {
        if (!follow) throw new Error('Subscriptions run on the stream alone')
        return follow({ filter, since })
      },
      resolve: (event: { articleEvents: ArticleEvent }) => event.articleEvents,
    },
  },
  ArticleEvent: {
    agency: ({ agencyKey }) => agencyKey,
    kind: ({ kind }) => toEnum(kind),
    seenBy: ({ seenBy }) => toEnum(seenBy),
    grade: ({ grade }) => grade && toEnum(grade),
  },
  ArticleVersionEntry: { grade: ({ grade }) => grade && toEnum(grade) },
  ArticleVersion: {
    image: ({ imageUrl }) => imageUrl,
    updatedAt: ({ sourceUpdatedAt }) => sourceUpdatedAt,
    grade: ({ grade }) => grade && toEnum(grade),
  },
  ArticleDiff: { grade: ({ grade }) => toEnum(grade) },
  DiffPart: { kind: ({ kind }) => toEnum(kind) },
} satisfies Resolvers
