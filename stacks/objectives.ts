/*
 * What is promised and when it counts as broken, for the alarms and the dashboard alike. What core knows too is written
 * once more here, as the infrastructure cannot import code that runs: a test compares.
 */

/** The objective is 99.5 % of the answers in a month. */
export const API_ERROR_SHARE = 0.005
/** Of 95 in 100 requests, searches among them; the stream has a function of its own. */
export const ANSWER_P95_MS = 1000
/** How long an article may wait for a step, as in `/ready`. */
export const LAG_LIMIT_SECONDS = 15 * 60
/** What is promised: of 95 in 100 articles from the scraper to search, and of digests after their time. */
export const TIME_TO_SEARCH_SECONDS = 10 * 60
export const LATE_DIGEST_SECONDS = 10 * 60
/** How long a delivery may wait, as in `/ready`. */
export const DELIVERY_LAG_LIMIT_SECONDS = 30 * 60
/** No dead letter is to be older. */
export const DEAD_LETTER_AGE_SECONDS = 24 * 3600

/** Of the database's disk, below which somebody has to look: the disk grows by itself up to its bound. */
export const FREE_DISK_GB = 2

/** What each step of the pipeline is called, and its queue, and its metrics. */
export const STEPS = ['enrich', 'classify', 'embed', 'index'] as const
export const DELIVERY_CHANNELS = ['email', 'telegram', 'push', 'webhook'] as const
