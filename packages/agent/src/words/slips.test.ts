import { describe, expect, it } from 'vitest'
import { isSlip } from './slips.ts'

describe('isSlip', () => {
  it.each([
    ['vacinasao', 'vacinação'],
    ['vaciação', 'vacinação'],
    ['vaccinação', 'vacinação'],
    ['vacniação', 'vacinação'],
    ['dengu', 'dengue'],
  ])('accepts one different letter or two swapped letters: %s, %s', (from, to) => {
    expect(isSlip(from, to)).toBe(true)
  })

  it.each([
    ['varíola', 'vários'],
    ['marciano', 'marcado'],
    ['vacinação', 'vacinacao'],
    ['pesca', 'pescado'],
    ['pesca', 'pescada'],
    ['ab', 'abab'],
    ['', ''],
  ])('refuses other words and accents: %s, %s', (from, to) => {
    expect(isSlip(from, to)).toBe(false)
  })
})
