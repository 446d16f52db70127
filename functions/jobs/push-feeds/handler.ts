import { connectSearchIndex } from '@pauta/core/search-index/client'
import { openSearch } from '@pauta/core/search-index/open-search'
import { findLastInstant } from '@pauta/core/history/queries'
import { runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import { guardedAgents } from '@pauta/platform/outbound/outbound-agents'
import { MINUTE_MS } from '@pauta/platform/time/time'
import { readArticlesFeed } from '@pauta/syndication/feeds/read-articles-feed'
import { HUB_PATH } from '@pauta/syndication/feeds/hub-path'
import { readTopic } from '@pauta/syndication/hub/hub-request'
import { pushTopic, type Pushed } from '@pauta/syndication/hub/push-topic'
import { listOpenRequests, listTopics, removeExpired } from '@pauta/syndication/hub/subscriptions'
import { verifyRequest } from '@pauta/syndication/hub/verify'
import { pushFeeds } from './job.ts'

const VERIFIED_MAX = 200
const VERIFIED_AT_ONCE = 10
/** An article is in the index, with its features, some minutes after its last event. */
const CHANGING_MINUTES = 15

/** Verifies what subscribers ask for, and pushes each feed that has changed to those who lack it. */
export const pushChangedFeeds: JobWork<typeof pushFeeds> = async ({ db, config, now, signal, logger }) => {
  const agents = guardedAgents(config.outbound)
  const { apiUrl } = config.delivery
  const { portalUrl, siteUrl } = config.settings
  try {
    const expired = await removeExpired(db, now)
    const open = await listOpenRequests(db, { now, limit: VERIFIED_MAX })
    let confirmed = 0
    const verify = async () => {
      for (let next = open.shift(); next && !signal.aborted; next = open.shift())
        if ((await verifyRequest(db, next, { agents, signal, now })) === 'confirmed') confirmed++
    }
    await Promise.all(Array.from({ length: VERIFIED_AT_ONCE }, verify))
    const last = await findLastInstant(db)
    const changingUntil = new Date((last?.getTime() ?? 0) + CHANGING_MINUTES * MINUTE_MS)
    const topics = await listTopics(db, { now, changingUntil })
    const search = openSearch(connectSearchIndex(config.index), config.embedding)
    const sources = { db, ...search, logger, baseUrl: apiUrl, sites: { portalUrl, siteUrl }, warnings: [] }
    const total: Pushed = { sent: 0, failed: 0, ended: 0 }
    for (const topic of topics) {
      if (signal.aborted) break
      try {
        const request = readTopic(topic, apiUrl)
        const feed = await readArticlesFeed(sources, request)
        const pushing = { agents, hubUrl: `${apiUrl}${HUB_PATH}`, signal, now }
        const pushed = await pushTopic(db, { topic, feed, format: request.format }, pushing)
        for (const outcome of ['sent', 'failed', 'ended'] as const) total[outcome] += pushed[outcome]
      } catch (error) {
        // One feed, such as that of an agency that is gone, stops no other; the next run reads it again.
        logger.warn({ error, topic }, 'a feed was not pushed to its subscribers')
      }
    }
    return { expired, confirmed, topics: topics.length, ...total, isFinished: !signal.aborted }
  } finally {
    agents.close()
  }
}

export const handler = runJob(pushFeeds, pushChangedFeeds)
