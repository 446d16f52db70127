import { expect, it } from 'vitest'
import { selectionOfSearch } from './alert-selection.ts'
import { readState } from './selection.ts'

it.each([
  ['q=dengue&agencies=saude,mec&themes=03&entityCanonical=Q1&page=2&sort=date', false],
  ['q=dengue&semantic=true', true],
  ['semantic=true&themes=03', false],
  ['themes=03&sentiment=positive', true],
  ['themes=03&states=CE', false],
  ['q=dengue&excludeAgencies=saude&excludeKeywords=futebol', false],
  ['themes=03&startDate=2026-06-01', true],
  ['themes=03&endDate=2026-06-01', true],
])('an alert of the search %s leaves filters out: %s', (query, leavesOut) => {
  const state = readState(new URLSearchParams(query))
  const { q, excludeKeywords, agencies, excludeAgencies, themes, entityCanonical, states } = state
  expect(selectionOfSearch(state)).toEqual({
    words: q,
    excludeWords: excludeKeywords,
    agencies,
    excludeAgencies,
    themes,
    entities: entityCanonical,
    states,
    leavesOut,
  })
})
