import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Resource } from 'sst/resource'
import * as z from 'zod'

const link = z.object({ name: z.string() })
export const { name } = link.parse((Resource as unknown as { Storage: unknown }).Storage)

/** The client of S3 with two commands. It connects with the first request. */
export const storage = { client: new S3Client(), GetObjectCommand, PutObjectCommand }
