import { describe, expect, it } from 'vitest'
import { isSlip } from './read-request.ts'

describe('a slip of the pen', () => {
  it.each([
    ['vacinasao', 'vacinação'],
    ['vaciação', 'vacinação'],
    ['vaccinação', 'vacinação'],
    ['vacniação', 'vacinação'],
    ['dengu', 'dengue'],
  ])('is one letter or two that changed places: %s, %s', (from, to) => {
    expect(isSlip(from, to)).toBe(true)
  })

  it.each([
    ['varíola', 'vários'],
    ['marciano', 'marcado'],
    ['vacinação', 'vacinacao'],
    ['pesca', 'pescado'],
  ])('is no other word and no accent: %s, %s', (from, to) => {
    expect(isSlip(from, to)).toBe(false)
  })
})
