import type { LinearLayer } from './linear-layer.ts'
import { chooseTheme, openThemeLevels } from './theme-classifier.ts'
import type { ThemeRules } from './theme-rules.ts'
import type { ThemeExample } from './train-themes.ts'

/** Shares of labelled articles whose theme the classifier finds. An article without an answer counts as wrong. */
export interface ThemeAccuracy {
  /** Number of articles. */
  measured: number
  /** Null without articles. */
  level1: number | null
  /** Of the articles with a label of level 2. */
  level2: number | null
}

/** Measures what the classifier answers for labelled articles that it has not learned from. */
export function measureThemes(
  rules: ThemeRules,
  layers: readonly LinearLayer[],
  examples: readonly ThemeExample[],
): ThemeAccuracy {
  const levels = openThemeLevels(rules, layers)
  const right = new Uint32Array(2)
  const asked = new Uint32Array(2)
  for (const example of examples) {
    const chosen = chooseTheme(levels, example.scores, example)
    for (const [place, length] of [2, 5].entries()) {
      if (example.code.length < length) continue
      asked[place] = (asked[place] ?? 0) + 1
      if (chosen?.code.slice(0, length) === example.code.slice(0, length))
        right[place] = (right[place] ?? 0) + 1
    }
  }
  const share = (place: number) => (asked[place] ? (right[place] ?? 0) / (asked[place] ?? 1) : null)
  return { measured: examples.length, level1: share(0), level2: share(1) }
}
