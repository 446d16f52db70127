import { describe, expect, it } from 'vitest'
import { areSiteFaults } from './failures.ts'

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
