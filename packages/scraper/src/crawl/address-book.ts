import { isRested, noteAfter } from './address-notes.ts'
import type { AddressMemory, AddressNote, NoteReason, Reason } from './address-notes.ts'
import type { ListingItem } from '../pages/listing.ts'
import type { PagePlan } from './plan-page.ts'
import type { RunRequest, StoredArticle } from './ports.ts'

/**
 * Why a run asks for an address.
 * - `new`: a listing shows it, and nothing is known of it; in a run for updates also one that was asked in vain.
 * - `again`: a listing shows it and it is stored, in a second look or a run for updates.
 * - `hinted`: a feed, a search or a sitemap names it, no listing does, and nothing is known of it.
 * - `due`: it was asked in vain, and its pause is over.
 * - `fresh`: it was stored in the last hours, in which most edits are made.
 * - `unlisted`: it is stored, and no listing of this run showed it. `SecondLook` says which of these are looked at first.
 */
type Purpose = 'new' | 'again' | 'hinted' | 'due' | 'fresh' | 'unlisted'

/** An address that is asked. */
export type Ask = { readonly item: ListingItem; readonly purpose: Purpose }

/** After so many answers in vain, about four days, an address is only asked while a listing shows it. */
const TRIES_MAX = 10
/** Most addresses that one run asks again. */
const RETRIES_MAX = 20

/** What a run knows of addresses when it begins. */
type Knowledge = {
  readonly memory: AddressMemory
  /** Ids of stored articles by address. */
  readonly known: ReadonlyMap<string, string>
  readonly notes: ReadonlyMap<string, AddressNote>
  /** Addresses that the interrupted run asked which this one continues. */
  readonly asked: readonly string[]
}

/** Decides which addresses of an agency a run asks, and remembers which of them were asked in vain. */
export class AddressBook {
  readonly #agencyKey: string
  readonly #request: RunRequest
  readonly #memory: AddressMemory
  readonly #known: ReadonlyMap<string, string>
  readonly #notes: Map<string, AddressNote>
  readonly #asked: Set<string>
  /** Addresses that a listing of this run showed. */
  readonly #listed = new Set<string>()

  constructor(agencyKey: string, request: RunRequest, { memory, known, notes, asked }: Knowledge) {
    this.#agencyKey = agencyKey
    this.#request = request
    this.#memory = memory
    this.#known = known
    this.#notes = new Map(notes)
    this.#asked = new Set(asked)
  }

  /** The id under which the article of an address is stored, or undefined. */
  storedId(url: string): string | undefined {
    return this.#known.get(url)
  }

  /** Whether this run has asked the address already. */
  wasAsked(url: string): boolean {
    return this.#asked.has(url)
  }

  get notes(): ReadonlyMap<string, AddressNote> {
    return this.#notes
  }

  /** Why a listing or a hint does not lead to this address; null when it does. A run for updates asks for all. */
  whyNot(url: string): Reason | null {
    if (this.#request.allowUpdate) return null
    return this.#known.has(url) ? 'stored' : (this.#notes.get(url)?.reason ?? null)
  }

  recordListed(items: readonly ListingItem[]): void {
    for (const { url } of items) this.#listed.add(url)
  }

  /** Chooses of a page of a listing what its plan collects and, in a second look, stored articles. */
  chooseListed({ collect, known }: PagePlan, now: Date): Ask[] {
    const isWaiting = (note: AddressNote | undefined) => note !== undefined && !isRested(note, now)
    const again = this.#request.looksAgain ? known.filter(({ url }) => !isWaiting(this.#notes.get(url))) : []
    return [...collect, ...again].map((item) => ({
      item,
      purpose: this.#known.has(item.url) ? 'again' : 'new',
    }))
  }

  chooseHinted(items: readonly ListingItem[]): Ask[] {
    return items
      .filter(({ url }) => this.whyNot(url) === null && !this.#listed.has(url))
      .map((item) => ({ item, purpose: 'hinted' }))
  }

  /**
   * Chooses of the addresses that were asked in vain those that wait longest. Second looks and deep passes ask before
   * the pauses are over.
   */
  chooseDue(now: Date): Ask[] {
    const { looksAgain, isDeep } = this.#request
    return [...this.#notes]
      .filter(([url]) => !this.#known.has(url) && !this.#asked.has(url))
      .filter(([url, { times }]) => times < TRIES_MAX || this.#listed.has(url))
      .filter(([, note]) => looksAgain || isDeep || isRested(note, now))
      .sort(([, a], [, b]) => Date.parse(a.nextAt) - Date.parse(b.nextAt))
      .slice(0, RETRIES_MAX)
      .map(([, { item }]) => ({ item, purpose: 'due' }))
  }

  /** Chooses of stored articles those that this run has not asked. */
  chooseStored(articles: readonly StoredArticle[], purpose: 'fresh' | 'unlisted'): Ask[] {
    return articles
      .filter(({ url }) => !this.#asked.has(url))
      .map(({ url, title, category }) => ({
        item: { url, title, stamp: null, category, tags: [] },
        purpose,
      }))
  }

  /** Remembers that an address was asked in vain. */
  async record(item: ListingItem, reason: NoteReason, detail: string, now: Date): Promise<void> {
    const note = noteAfter(this.#notes.get(item.url), { item, reason, detail }, now)
    this.#asked.add(item.url)
    this.#notes.set(item.url, note)
    await this.#memory.save(this.#agencyKey, item.url, note)
  }

  /** Forgets that an address was asked in vain. */
  async clear(url: string): Promise<void> {
    this.#asked.add(url)
    if (this.#notes.delete(url)) await this.#memory.save(this.#agencyKey, url, null)
  }
}
