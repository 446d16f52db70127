import { describe, expect, it } from 'vitest'
import { leastPause } from './news-hosts.ts'

describe('the pause between two requests', () => {
  it('is ten seconds at the broadcaster, also without its robots.txt, and shorter for emulated sites', () => {
    expect(leastPause('www.gov.br', 1_000)).toBe(1_000)
    expect(leastPause('agenciabrasil.ebc.com.br', 1_000)).toBe(10_000)
    expect(leastPause('tvbrasil.ebc.com.br', 20_000)).toBe(20_000)
    expect(leastPause('tvbrasil.ebc.com.br', 200)).toBe(200)
  })
})
