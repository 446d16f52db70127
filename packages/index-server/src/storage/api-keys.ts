import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { HttpError, badRequest, notFound } from '../requests/http-error.ts'
import { isRecord } from '../requests/json-value.ts'
import type { Store } from './store.ts'

export interface ApiKey {
  id: number
  value: string
  description: string
  actions: string[]
  collections: string[]
  /** Seconds since 1970. */
  expires_at: number
  autodelete: boolean
}

/** The action of a request, for example `documents:search` on a collection. */
export interface Demand {
  action: string
  /** Empty for actions without a collection. */
  collections: readonly string[]
}

const NEVER = 64_723_363_199
const SHOWN_CHARACTERS = 4
const MAX_KEYS = 10_000

const FORBIDDEN = 'Forbidden - a valid `x-typesense-api-key` header must be sent.'

/** The keys of a server. The start key may do everything. Other keys may do what they were created for. */
export class ApiKeys {
  readonly #store: Store
  readonly #admin: string
  readonly #keys = new Map<number, ApiKey>()

  constructor(store: Store, adminKey: string) {
    this.#store = store
    this.#admin = adminKey
    for (const { id, body } of store.listKeys()) this.#keys.set(id, { ...(JSON.parse(body) as ApiKey), id })
  }

  list(): Record<string, unknown>[] {
    return [...this.#keys.values()].map(hideValue)
  }

  get(id: number): Record<string, unknown> {
    const key = this.#keys.get(id)
    if (key === undefined) throw notFound('Not found.')
    return hideValue(key)
  }

  create(body: unknown): ApiKey {
    const key = parseKey(body)
    if (this.#keys.size >= MAX_KEYS)
      throw badRequest(`There are ${MAX_KEYS} keys already: delete some first.`)
    for (const other of this.#keys.values()) {
      if (other.value === key.value) throw new HttpError(409, 'API key generation conflict.')
    }
    const created = { ...key, id: this.#store.addKey(JSON.stringify(key)) }
    this.#keys.set(created.id, created)
    return created
  }

  remove(id: number): void {
    if (!this.#keys.delete(id)) throw notFound('Not found.')
    this.#store.removeKey(id)
  }

  /** Throws 401, or returns the search parameters that a scoped key adds, one record per collection. */
  authorize(value: string, demand: Demand, now: Date): Record<string, unknown> {
    if (isSame(value, this.#admin)) return {}
    const seconds = now.getTime() / 1000
    for (const key of this.#keys.values()) {
      if (key.value === value && key.expires_at > seconds && allows(key, demand)) return {}
    }
    const embedded = this.#openScoped(value, demand, seconds)
    if (embedded !== undefined) return embedded
    throw new HttpError(401, FORBIDDEN)
  }

  /** Parameters inside a scoped key: base64 of `signature + first four characters of its key + parameters`. */
  #openScoped(value: string, demand: Demand, seconds: number): Record<string, unknown> | undefined {
    if (demand.action !== 'documents:search') return undefined
    const decoded = Buffer.from(value, 'base64').toString('utf8')
    const signature = decoded.slice(0, 44)
    const prefix = decoded.slice(44, 44 + SHOWN_CHARACTERS)
    const text = decoded.slice(44 + SHOWN_CHARACTERS)
    for (const key of this.#keys.values()) {
      if (!key.value.startsWith(prefix) || key.expires_at <= seconds || !allows(key, demand)) continue
      // Only a key that may do nothing but search can be scoped.
      if (key.actions.length !== 1 || key.actions[0] !== 'documents:search') continue
      if (!isSame(createHmac('sha256', key.value).update(text).digest('base64'), signature)) continue
      return readEmbedded(text, seconds)
    }
    return undefined
  }
}

function readEmbedded(text: string, seconds: number): Record<string, unknown> | undefined {
  let parameters: unknown
  try {
    parameters = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(parameters)) return undefined
  const { expires_at: expiresAt, ...rest } = parameters
  return typeof expiresAt === 'number' && expiresAt <= seconds ? undefined : rest
}

function parseKey(body: unknown): Omit<ApiKey, 'id'> {
  if (!isRecord(body)) throw badRequest('Bad JSON.')
  const { actions, collections, description, value, expires_at: expiresAt } = body
  if (typeof description !== 'string') throw badRequest('Could not find a `description` key.')
  if (!isTextList(actions)) throw badRequest('Wrong format for `actions`. It should be an array of string.')
  if (!isTextList(collections))
    throw badRequest('Wrong format for `collections`. It should be an array of string.')
  if (value !== undefined && (typeof value !== 'string' || value === '')) {
    throw badRequest('Wrong format for `value`. It should be a non-empty string.')
  }
  if (expiresAt !== undefined && typeof expiresAt !== 'number') {
    throw badRequest('Wrong format for `expires_at`. It should be an unsigned integer.')
  }
  return {
    value: value ?? randomBytes(24).toString('base64url'),
    description,
    actions,
    collections,
    expires_at: expiresAt ?? NEVER,
    autodelete: body.autodelete === true,
  }
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'string')

function allows(key: ApiKey, demand: Demand): boolean {
  const resource = demand.action.slice(0, demand.action.indexOf(':'))
  const mayAct = key.actions.some(
    (action) => action === '*' || action === demand.action || action === `${resource}:*`,
  )
  return (
    mayAct && demand.collections.every((name) => key.collections.some((pattern) => matches(pattern, name)))
  )
}

/** A collection pattern is a name, `*`, or a regular expression. */
function matches(pattern: string, name: string): boolean {
  if (pattern === '*' || pattern === name) return true
  try {
    return new RegExp(`^(?:${pattern})$`).test(name)
  } catch {
    return false
  }
}

function hideValue(key: ApiKey): Record<string, unknown> {
  const { value, ...rest } = key
  return { ...rest, value_prefix: value.slice(0, SHOWN_CHARACTERS) }
}

/** Compares digests, so that the time of the comparison does not depend on the key. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
