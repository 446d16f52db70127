import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { requestTimeouts } from '../aws/request-timeouts.ts'
import type { Config } from '../config/config.ts'

const REQUEST_TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 3000
const MAX_ATTEMPTS = 3
/**
 * Objects are read whole. The longest real article has less than 1 MB, and a worker has 512 MB for ten articles at
 * once.
 */
const OBJECT_MAX_BYTES = 8 * 1024 * 1024
/** The most keys that S3 takes in one request. */
const REMOVED_AT_ONCE = 1000

/** The object storage of one bucket. */
export interface Storage {
  /** Writes an object. A second write of the same key replaces it. */
  put(key: string, body: string | Uint8Array, contentType: string): Promise<void>
  /**
   * Returns the text of an object, or undefined when it does not exist. Throws for an object above 8 MB without reading
   * it.
   */
  find(key: string): Promise<string | undefined>
  /** Like `find`, for an object that is no text. */
  findBytes(key: string): Promise<Uint8Array | undefined>
  /** Lists keys that begin with `prefix` in order, strictly after `after` when given; at most `limit` (1,000). */
  list(prefix: string, page: { after?: string | undefined; limit: number }): Promise<string[]>
  /** Removes objects. Skips unknown keys. */
  remove(keys: readonly string[]): Promise<void>
}

/** Connects to the bucket of raw events and of messages that are too large for a queue. */
export function connectStorage(config: Config<'storage'>['storage']): Storage {
  const s3 = new S3Client({
    maxAttempts: MAX_ATTEMPTS,
    forcePathStyle: true,
    requestHandler: requestTimeouts({ connectMs: CONNECT_TIMEOUT_MS, answerMs: REQUEST_TIMEOUT_MS }),
  })
  const bucket = { Bucket: config.name }
  const read = async (key: string) => {
    try {
      const { Body, ContentLength = 0 } = await s3.send(new GetObjectCommand({ ...bucket, Key: key }))
      if (ContentLength <= OBJECT_MAX_BYTES) return Body
      await Body?.transformToWebStream().cancel()
      throw new Error(`The object ${key} has ${ContentLength} bytes; the limit is ${OBJECT_MAX_BYTES} bytes`)
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined
      throw error
    }
  }
  return {
    async put(key, body, contentType) {
      await s3.send(new PutObjectCommand({ ...bucket, Key: key, Body: body, ContentType: contentType }))
    },
    find: async (key) => await (await read(key))?.transformToString(),
    findBytes: async (key) => await (await read(key))?.transformToByteArray(),
    async list(prefix, { after, limit }) {
      const { Contents = [] } = await s3.send(
        new ListObjectsV2Command({ ...bucket, Prefix: prefix, StartAfter: after, MaxKeys: limit }),
      )
      return Contents.map(({ Key = '' }) => Key)
    },
    async remove(keys) {
      for (let first = 0; first < keys.length; first += REMOVED_AT_ONCE) {
        const Objects = keys.slice(first, first + REMOVED_AT_ONCE).map((Key) => ({ Key }))
        const { Errors = [] } = await s3.send(
          new DeleteObjectsCommand({ ...bucket, Delete: { Objects, Quiet: true } }),
        )
        const [error] = Errors
        if (error) throw new Error(`The object ${error.Key} was not removed: ${error.Code} ${error.Message}`)
      }
    },
  }
}
