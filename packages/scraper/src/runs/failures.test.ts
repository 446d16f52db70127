import { describe, expect, it } from 'vitest'
import { ExpectedFailure } from '@pauta/platform/errors'
import { areSiteFaults, failureOf } from './failures.ts'

describe('an error of a scrape', () => {
  it.each([
    ['anti_bot', true],
    ['html_changed', true],
    ['url_broken', true],
    ['network_error', true],
    ['empty_content', true],
    ['not_json', true],
    ['login_page', true],
    ['incomplete', true],
    ['robots_disallowed', true],
    ['host_paused', true],
    ['busy', true],
    ['deadline', true],
    ['not_a_page', true],
    ['wrong_page', true],
    ['unknown', true],
    ['internal', false],
  ])('is a fault of the site when its kind is %s: %s', (kind, expected) => {
    expect(areSiteFaults([{ agency: 'mec', error: `${kind}: x` }])).toBe(expected)
    expect(areSiteFaults([{ agency: 'mec', error: `x ${kind}: x` }])).toBe(false)
    expect(areSiteFaults([{ agency: 'mec', error: kind }])).toBe(false)
  })
})

describe('a scrape that is not complete', () => {
  const blocked = { agency: 'mec', error: 'anti_bot: x' }
  const broken = { agency: 'inss', error: 'internal: y' }
  it.each([
    [[], false],
    [[blocked], true],
    [[blocked, blocked], true],
    [[blocked, broken], false],
    [[broken], false],
  ])('with the errors %j is expected: %s', (errors, isExpected) => {
    expect(failureOf({ message: 'm', errors }, '') instanceof ExpectedFailure).toBe(isExpected)
  })

  it('names what began, what ended it, and five errors', () => {
    const errors = ['a', 'b', 'c', 'd', 'e', 'f'].map((agency) => ({ agency, error: 'busy: z' }))
    expect(failureOf({ message: 'm', errors }, 'start').message).toBe(
      'start; m; a: busy: z; b: busy: z; c: busy: z; d: busy: z; e: busy: z',
    )
    expect(failureOf({ message: '', errors: [broken] }, '').message).toBe('inss: internal: y')
  })
})
