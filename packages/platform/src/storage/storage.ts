import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { requestTimeouts } from '../aws/request-timeouts.ts'
import { openFolderStorage } from './folder-storage.ts'
import { assertReadable, OBJECT_MAX_BYTES, type Storage } from './object-storage.ts'
import type { Config } from '../config/config.ts'

const REQUEST_TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 3000
const MAX_ATTEMPTS = 3
/** The most keys that S3 takes in one request. */
const REMOVED_AT_ONCE = 1000

/** Connects to the bucket, or the folder, of raw events and of messages that are too large for a queue. */
export function connectStorage(config: Config<'storage'>['storage']): Storage {
  return config.folder === '' ? connectBucket(config.name) : openFolderStorage(config.folder)
}

function connectBucket(name: string): Storage {
  const s3 = new S3Client({
    maxAttempts: MAX_ATTEMPTS,
    forcePathStyle: true,
    requestHandler: requestTimeouts({ connectMs: CONNECT_TIMEOUT_MS, answerMs: REQUEST_TIMEOUT_MS }),
  })
  const bucket = { Bucket: name }
  const read = async (key: string) => {
    try {
      const { Body, ContentLength = 0 } = await s3.send(new GetObjectCommand({ ...bucket, Key: key }))
      if (ContentLength > OBJECT_MAX_BYTES) await Body?.transformToWebStream().cancel()
      assertReadable(key, ContentLength)
      return Body
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
    removeOld: () => Promise.resolve(0),
  }
}
