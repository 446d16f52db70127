export type Storage = ReturnType<typeof makeStorage>

/** Prefix of raw events; a test compares it with `rawEventKey` of core. */
export const RAW_EVENTS = 'bronze'
/** Prefix that docs/sending-news.md asks senders to use for articles that are too large for a queue. */
export const LARGE_ARTICLES = 'ingest'

/** Prefix of pages of changed news sites; a test compares it with the scraper's. */
export const KEPT_PAGES = 'pages'

/** Prefix of the pages of articles; a test compares it with the scraper's. */
export const RAW_PAGES = 'raw-pages'

/** Prefix of what the job learn-themes has learned; a test compares it with core's. */
export const THEME_MODELS = 'models/themes'

/** A replay repeats steps of stored articles; two years later those steps have long been done again. */
const RAW_EVENT_DAYS = 730
/** Twice the 14 days for which a queue keeps the message that names the object. */
const LARGE_ARTICLE_DAYS = 30
/** As long as the counts of the sites. */
const KEPT_PAGE_DAYS = 90
/** Time to notice that an object was overwritten or removed by mistake. */
const OLD_VERSION_DAYS = 30
const UNFINISHED_UPLOAD_DAYS = 7

/** The bucket of raw events, large messages, pages of articles and pages of changed sites: private, encrypted, TLS only. */
export function makeStorage(production: boolean, rawPagesDays: number) {
  // By default a linked bucket grants every action. Here the rights of each function grant access.
  sst.Linkable.wrap(sst.aws.Bucket, (bucket) => ({
    properties: { name: bucket.name },
  }))
  const bucket = new sst.aws.Bucket('Storage', {
    versioning: true,
    // No browser reads the bucket. The default would allow every origin.
    cors: false,
    // Replays read raw events, which are stored nowhere else.
    transform: { bucket: { forceDestroy: !production } },
  })
  limitAges(bucket, rawPagesDays)
  return bucket
}

/** Without these rules, a versioned bucket keeps every version of every object for ever. */
function limitAges(bucket: sst.aws.Bucket, rawPagesDays: number): aws.s3.BucketLifecycleConfiguration {
  const days = {
    [RAW_EVENTS]: RAW_EVENT_DAYS,
    [LARGE_ARTICLES]: LARGE_ARTICLE_DAYS,
    [KEPT_PAGES]: KEPT_PAGE_DAYS,
    [RAW_PAGES]: rawPagesDays,
  }
  return new aws.s3.BucketLifecycleConfiguration('StorageAges', {
    bucket: bucket.name,
    rules: [
      {
        id: 'old-versions',
        status: 'Enabled',
        filter: { prefix: '' },
        noncurrentVersionExpiration: { noncurrentDays: OLD_VERSION_DAYS },
        abortIncompleteMultipartUpload: { daysAfterInitiation: UNFINISHED_UPLOAD_DAYS },
      },
      ...Object.entries(days).map(([folder, age]) => ({
        id: folder,
        status: 'Enabled',
        filter: { prefix: `${folder}/` },
        expiration: { days: age },
      })),
    ],
  })
}
