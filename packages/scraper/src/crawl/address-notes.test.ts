import { describe, expect, it } from 'vitest'
import { ScrapeError, type ErrorKind } from '../errors.ts'
import { isRested, noteAfter, reasonOf, type AddressNote, type NoteReason } from './address-notes.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const ITEM = { url: 'https://a.example/n', title: 'N', stamp: null, category: null, tags: [] }
const HOUR = 60
const DAY = 24 * HOUR

describe('the reason of an error', () => {
  it.each<[ErrorKind, ConstructorParameters<typeof ScrapeError>[2], NoteReason]>([
    ['url_broken', { isGone: true, status: 404 }, 'gone'],
    ['html_changed', { isGone: true }, 'gone'],
    ['wrong_page', {}, 'held'],
    ['url_broken', { status: 403 }, 'refused'],
    ['login_page', {}, 'refused'],
    ['robots_disallowed', {}, 'refused'],
    ['url_broken', { status: 400 }, 'hopeless'],
    ['not_a_page', {}, 'hopeless'],
    ['network_error', { status: 500 }, 'failed'],
    ['html_changed', {}, 'failed'],
  ])('%s %j is %s', (kind, options, reason) => {
    expect(reasonOf(new ScrapeError(kind, 'x', options))).toBe(reason)
  })
})

describe('the pause of an address', () => {
  const SOON = [0, 20, 40, 80, 160, 320, 640, 1280, DAY, DAY]
  const LATE = [6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 4 * DAY, 7 * DAY, 7 * DAY]
  it.each<[NoteReason, number[]]>([
    ['failed', SOON],
    ['gone', SOON],
    ['held', SOON],
    ['undated', LATE],
    ['refused', LATE],
    ['hopeless', [DAY, 2 * DAY, 4 * DAY, 8 * DAY, 16 * DAY, 30 * DAY, 30 * DAY]],
  ])('grows with each answer in vain: %s', (reason, minutes) => {
    let note: AddressNote | undefined
    const pauses = minutes.map(() => {
      note = noteAfter(note, { item: ITEM, reason, detail: 'd' }, NOW)
      return (Date.parse(note.nextAt) - NOW.getTime()) / 60_000
    })
    expect(pauses).toEqual(minutes)
    expect(note).toMatchObject({
      reason,
      detail: 'd',
      times: minutes.length,
      lastAt: NOW.toISOString(),
      item: ITEM,
    })
  })

  it('begins again with another reason', () => {
    const before = noteAfter(undefined, { item: ITEM, reason: 'undated', detail: 'd' }, NOW)
    expect(noteAfter(before, { item: ITEM, reason: 'gone', detail: 'e' }, NOW)).toMatchObject({
      times: 1,
      detail: 'e',
      nextAt: NOW.toISOString(),
    })
  })

  it('is over at its end', () => {
    const note = noteAfter(undefined, { item: ITEM, reason: 'refused', detail: 'd' }, NOW)
    const end = NOW.getTime() + 6 * HOUR * 60_000
    expect([isRested(note, new Date(end - 1)), isRested(note, new Date(end))]).toEqual([false, true])
  })
})
