import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  converter,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  wcagContrast,
  type Color,
} from 'culori'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'src/style/base.css'), 'utf8')
const [light = '', dark = ''] = css.split('prefers-color-scheme: dark')
const readColours = (block: string) =>
  new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name!, value!]))
const THEMES = { light: readColours(light), dark: readColours(dark.slice(0, dark.indexOf('* {'))) }

/** Of Machado and others (2009), at full severity. */
const SIGHTS: Record<string, (colour: Color) => Color | undefined> = {
  normal: (colour) => colour,
  protanopia: filterDeficiencyProt(1),
  deuteranopia: filterDeficiencyDeuter(1),
  tritanopia: filterDeficiencyTrit(1),
}
const toRgb = converter('rgb')
const difference = differenceCiede2000()
/** In units of CIEDE2000. Below about 10, colours of thin marks are hard to tell apart. */
const DIFFERENCE_MIN = 12
/** Of graphics and of the ring of the focus (WCAG 2.2, 1.4.11). */
const CONTRAST_MIN = 3
/** Of small text (WCAG 2.2, 1.4.3). */
const TEXT_CONTRAST_MIN = 4.5

/** Colours that stand side by side in one picture. */
const SETS = {
  series: ['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-others'],
  tone: ['negative', 'neutral', 'positive'],
}
const pairsOf = (names: readonly string[]) =>
  names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other] as const))

describe.each(Object.entries(THEMES))('the %s theme', (_, colours) => {
  const of = (name: string) => toRgb(colours.get(name))!

  it.each(Object.keys(SIGHTS))('keeps the colours of a picture apart for %s sight', (sight) => {
    const see = SIGHTS[sight]!
    const close = Object.values(SETS)
      .flatMap(pairsOf)
      .map(([one, other]) => ({ one, other, difference: difference(see(of(one))!, see(of(other))!) }))
      .filter((pair) => !(pair.difference >= DIFFERENCE_MIN))
    expect(close).toEqual([])
  })

  it('shows every line on the ground of charts', () => {
    const faint = SETS.series.filter((name) => wcagContrast(of(name), of('surface')) < CONTRAST_MIN)
    expect(faint).toEqual([])
  })

  it.each([
    ['negative', '#000000'],
    ['neutral', 'on-neutral'],
    ['positive', '#000000'],
  ])('has readable shares on the colour of the tone %s', (tone, ink) => {
    const drawn = ink.startsWith('#') ? toRgb(ink)! : of(ink)
    expect(wcagContrast(of(tone), drawn)).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN)
  })

  it('shows the ring of the focus on every ground', () => {
    const grounds = [
      'paper',
      'surface',
      'line',
      'mark',
      'accent',
      'positive',
      'neutral',
      'negative',
      'danger',
    ]
    const contrastOn = (ground: string) =>
      Math.max(wcagContrast(of('focus'), of(ground)), wcagContrast(of('focus-gap'), of(ground)))
    expect(grounds.filter((ground) => !(contrastOn(ground) >= CONTRAST_MIN))).toEqual([])
    for (const page of ['paper', 'surface'])
      expect(wcagContrast(of('focus'), of(page))).toBeGreaterThanOrEqual(CONTRAST_MIN)
  })
})
