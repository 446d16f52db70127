import { assembleArticle, uniqueIdOf, type Submission } from './assemble-article.ts'
import { drawInstants, planDays, type CalendarPlan, type PublishingDay } from './calendar.ts'
import { composeText } from '../texts/compose-text.ts'
import { Newsroom } from './newsroom.ts'
import { Random } from '../random.ts'
import { Republication } from './republish.ts'
import type { SeedArticle } from './seed-article.ts'
import { drawStory } from '../texts/story.ts'

const SAMPLE_AGENCIES = 60
const CORPUS_AGENCIES = 160
const CORPUS_ARTICLES = 330_000
const CORPUS_YEARS = 10
const DAYS_PER_YEAR = 365.25
/** Articles per day at the start of the corpus, as a share of today's. */
const CORPUS_START_SHARE = 0.2
const REDRAWS_MAX = 5

export interface SampleOptions {
  seed: number
  /** Latest time of an article. */
  now: Date
  count: number
  days: number
  /** Number of agencies. Default 60. */
  agencies?: number
}

export interface CorpusOptions {
  seed: number
  now: Date
  /** Default 330,000. */
  articles?: number
  /** Default 160. */
  agencies?: number
  /** Default 10. */
  years?: number
}

/** Generates one article. `taken` contains the identifiers of the day, which must be unique. */
function drawSubmission(
  { random, newsroom, copies }: Desk,
  day: PublishingDay,
  publishedAt: Date,
  taken: ReadonlySet<string>,
): Submission {
  for (let attempt = 0; attempt < REDRAWS_MAX; attempt++) {
    const { topic, publisherKey, sourceKey } = newsroom.assign(random, day.age)
    const copy = copies.draw(random, publisherKey, publishedAt, day.date)
    if (copy !== undefined && !taken.has(uniqueIdOf(copy))) return copy
    const text = composeText(topic, drawStory(random, topic.topic, sourceKey, day.date))
    const own = { topic: topic.topic, publisherKey, text, publishedAt, date: day.date }
    if (taken.has(uniqueIdOf(own))) continue
    copies.remember(own)
    return own
  }
  throw new Error('the same article came up again and again: give fewer articles or more days')
}

interface Desk {
  random: Random
  newsroom: Newsroom
  copies: Republication
}

function* generate(
  { seed, agencies, annotations }: { seed: number; agencies: number; annotations: boolean },
  plan: CalendarPlan,
): Generator<SeedArticle> {
  const random = new Random(seed)
  const desk: Desk = { random, newsroom: new Newsroom({ seed, agencies }), copies: new Republication() }
  for (const day of planDays(plan)) {
    const taken = new Set<string>()
    for (const publishedAt of drawInstants(random, day)) {
      const submission = drawSubmission(desk, day, publishedAt, taken)
      const article = assembleArticle(submission, { random, now: plan.now, annotations })
      taken.add(article.uniqueId)
      yield article
    }
  }
}

/**
 * Generates exactly `count` realistic articles of the last `days` local days, oldest first, in constant memory. The
 * same seed and `now` return the same articles. Two policies dominate the last week. Broadcasters repeat articles of
 * others. Some articles lack a theme, a summary, an image or features. Topics: topics.ts; shape: seed-article.ts.
 */
export function generateArticles(options: SampleOptions): Generator<SeedArticle> {
  const { seed, now, count, days, agencies = SAMPLE_AGENCIES } = options
  return generate({ seed, agencies, annotations: true }, { now, days, count, startShare: 1 })
}

/**
 * Generates news in the size and growth of the real corpus, for benchmarks: about ten names per article, and recently
 * 140 to 250 articles per working day. Features have no `content_annotations`.
 */
export function generateCorpus(options: CorpusOptions): Generator<SeedArticle> {
  const { seed, now, articles = CORPUS_ARTICLES, agencies = CORPUS_AGENCIES, years = CORPUS_YEARS } = options
  const plan = {
    now,
    days: Math.round(years * DAYS_PER_YEAR),
    count: articles,
    startShare: CORPUS_START_SHARE,
  }
  return generate({ seed, agencies, annotations: false }, plan)
}
