import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'

/** The client of S3 with two commands. It connects with the first request. */
export const storage = { client: new S3Client(), GetObjectCommand, PutObjectCommand }
