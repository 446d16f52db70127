export type Storage = ReturnType<typeof makeStorage>

/** The bucket of raw events and large messages: private, encrypted, TLS only. */
export function makeStorage(production: boolean) {
  // By default a linked bucket grants every action. Here the rights of each function grant access.
  sst.Linkable.wrap(sst.aws.Bucket, (bucket) => ({
    properties: { name: bucket.name },
  }))
  return new sst.aws.Bucket('Storage', {
    versioning: true,
    // No browser reads the bucket. The default would allow every origin.
    cors: false,
    // Replays read raw events, which are stored nowhere else.
    transform: { bucket: { forceDestroy: !production } },
  })
}
