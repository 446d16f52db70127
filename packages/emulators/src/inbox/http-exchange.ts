import type { IncomingMessage } from 'node:http'
import { readWholeRequest } from '@pauta/platform/input/read-bounded'
import { findJson } from './json-text.ts'

const BODY_MAX_BYTES = 1024 * 1024

/** A request to a receiver, with its whole body. */
export interface InboxRequest {
  method: string
  url: URL
  headers: Record<string, string>
  /** Headers with their original names. */
  rawHeaders: [name: string, value: string][]
  body: Buffer
}

export interface InboxAnswer {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** Receives what a channel sends to URLs. */
export interface UrlReceiver {
  /** How the paths of its URLs begin. */
  readonly path: string
  /** Returns what the page says about it, in HTML. */
  help(origin: string): string
  answer(request: InboxRequest): InboxAnswer
}

/** Thrown by a receiver that refuses a request. Carries the answer. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly answer: InboxAnswer

  constructor(answer: InboxAnswer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

export const jsonAnswer = (status: number, value: unknown): InboxAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Throws Refused (421) when the Host header does not name this machine. Otherwise a foreign page could read the
 * messages by DNS rebinding.
 */
export function assertLocal({ headers }: InboxRequest): void {
  const name = URL.parse(`http://${headers['host'] ?? ''}`)?.hostname
  if (name === undefined || !LOCAL_NAMES.has(name))
    throw new Refused({ status: 421, body: 'The inbox answers at localhost, 127.0.0.1 and [::1] alone.' })
}

/**
 * Throws Refused (403) for a form of a page of another origin. Browsers send Origin with every POST; programs do not.
 */
export function assertOwnPage({ headers }: InboxRequest): void {
  const { origin, host } = headers
  if (origin !== undefined && origin !== `http://${host}`)
    throw new Refused({ status: 403, body: 'Only the pages of the inbox send its forms.' })
}

/** Returns the JSON of a body or the fields of a form. Throws Refused (400). */
export function readFields(request: InboxRequest): Record<string, unknown> {
  const text = request.body.toString('utf8')
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text))
  const value = findJson(text)
  if (typeof value !== 'object' || value === null)
    throw new Refused(jsonAnswer(400, { error: 'the body is no JSON object' }))
  return value as Record<string, unknown>
}

/** Reads a request. Throws Refused (413) for more than a megabyte. */
export async function readRequest(request: IncomingMessage, origin: string): Promise<InboxRequest> {
  const body = await readWholeRequest(request, BODY_MAX_BYTES, () => new Refused({ status: 413 }))
  const rawHeaders: [string, string][] = []
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2)
    rawHeaders.push([request.rawHeaders[at] ?? '', request.rawHeaders[at + 1] ?? ''])
  return {
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', origin),
    headers: Object.fromEntries(rawHeaders.map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders,
    body,
  }
}
