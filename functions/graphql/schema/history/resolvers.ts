import { listChanges } from '@pauta/core/history/changes'
import { isPosition } from '@pauta/core/history/follow'
import { readDiff } from '@pauta/core/history/read-diff'
import { readVersions, type ArticleEvent } from '@pauta/core/history/queries'
import { readRows } from '@pauta/platform/database/database'
import { badInput } from '@pauta/platform/errors'
import { parseWindow } from '@pauta/platform/time/time'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import type { AccessMap } from '../../request/access.ts'
import { articleIdArgument, limitArgument } from '../../request/arguments.ts'
import { fromEnum, toEnum } from './enums.ts'

const CHANGES_MAX = 200

export const access = {
  'Query.articleChanges': 'public',
  'Query.articleVersion': 'public',
  'Query.articleDiff': 'public',
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

export const resolvers = {
  Query: {
    articleChanges: async (_, { filter, grades, kinds, from, to, first, after }, { db }) => {
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
      return await readRows(() => listChanges(db, request))
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
