/*
 * The objectives and their limits, for the alarms and the dashboard. The infrastructure cannot import code that runs, so
 * some values repeat constants of core. A test compares them.
 */

/** The objective: 99.5 % of a month's answers succeed. */
export const API_ERROR_SHARE = 0.005
/** The 95th percentile of all requests, searches included. The stream has a function of its own. */
export const ANSWER_P95_MS = 1000
/** Maximum wait of an article for a step, as in `/ready`. */
export const LAG_LIMIT_SECONDS = 15 * 60
/**
 * The objective for the 95th percentile: from the scraper to search for articles, and from schedule to send for
 * digests.
 */
export const TIME_TO_SEARCH_SECONDS = 10 * 60
export const LATE_DIGEST_SECONDS = 10 * 60
/** Maximum wait of a delivery, as in `/ready`. */
export const DELIVERY_LAG_LIMIT_SECONDS = 30 * 60

/** Requests to news sites a day at most. From 95 % of them on, every site is asked half as often. */
export const SCRAPE_REQUESTS_PER_DAY = 12_000
/**
 * Some sites are always down for a while. If more than a tenth of the about 160 sites fail, our code has a fault. The sites
 * are rows of the database, so their number is not known here.
 */
export const FAILING_SITES = 16

/** Free space of the database's disk, below which people must act. The disk grows by itself up to its maximum. */
export const FREE_DISK_GB = 2

/** The steps of the pipeline. Their queues and metrics have the same names. */
/** Free shares of the search server, in percent. Typesense refuses writes on a full disk and is killed without memory. */
export const FREE_SEARCH_DISK_PERCENT = 20
export const FREE_SEARCH_MEMORY_PERCENT = 15

export const STEPS = ['enrich', 'classify', 'embed', 'index'] as const
