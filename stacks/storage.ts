export type Storage = ReturnType<typeof makeStorage>

/** Raw events and large messages; private, encrypted, and reached over TLS only. */
export function makeStorage(production: boolean) {
  // As it comes, a linked bucket grants every action on it; what is done with it is among the rights of each function.
  sst.Linkable.wrap(sst.aws.Bucket, (bucket) => ({
    properties: { name: bucket.name },
  }))
  return new sst.aws.Bucket('Storage', {
    versioning: true,
    // No browser reads it; as it comes, every origin may.
    cors: false,
    // Raw events are what a replay reads; they are written once and nowhere else.
    transform: { bucket: { forceDestroy: !production } },
  })
}
