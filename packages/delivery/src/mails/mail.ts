import type { Digest } from '../digest/digest.ts'

/** A mail without recipient and sender. */
export type Mail = Pick<Digest, 'subject' | 'html' | 'text'>
