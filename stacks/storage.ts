export type Storage = ReturnType<typeof makeStorage>

/** Raw events and large messages; private, encrypted, and reached over TLS only. */
export function makeStorage(production: boolean) {
  // A linked bucket grants every action on it; these are the ones in use.
  sst.Linkable.wrap(sst.aws.Bucket, (bucket) => ({
    properties: { name: bucket.name },
    include: [
      sst.aws.permission({
        actions: ['s3:GetObject', 's3:PutObject', 's3:ListBucket'],
        resources: [bucket.arn, $interpolate`${bucket.arn}/*`],
      }),
    ],
  }))
  return new sst.aws.Bucket('Storage', {
    versioning: true,
    // No browser reads it; as it comes, every origin may.
    cors: false,
    // Raw events are what a replay reads; they are written once and nowhere else.
    transform: { bucket: { forceDestroy: !production } },
  })
}
