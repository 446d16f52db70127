import { addLogits, toProbabilities, type LinearLayer } from './linear-layer.ts'
import { hashThemeWords, type ThemeHashes } from './theme-hashes.ts'
import type { ThemeRules } from './theme-rules.ts'
import { listThemeWords, type ThemedText } from './theme-text.ts'

/** The theme that the classifier chose. */
export interface ChosenTheme {
  /** The most specific code of which the classifier is sure enough. */
  code: string
  /** Probability of the theme of level 1, 0 to 1. */
  confidence: number
}

type ThemeClassifier = (article: ThemedText) => ChosenTheme | null

/**
 * At or below these probabilities nothing is chosen, by level. A theme of level 2 or 3 is chosen by its probability
 * among its siblings. ADR 34 has the measures.
 */
const LEAST_CONFIDENCE = [0, 0.28, 0.5, 0.6] as const

const LEVELS = [1, 2, 3] as const

/** The themes below one theme: a half-open range of the codes of a level. */
interface Siblings {
  from: number
  to: number
}

/** The codes of one level in order, the range of each family, and the place of each code in the rules. */
export interface ThemeLevel {
  codes: readonly string[]
  /** By the code above; '' for level 1. */
  families: ReadonlyMap<string, Siblings>
  ruleOf: Int32Array
}

/** Returns the families of a level. The codes of the rules are in order, so siblings stand together. */
export function themeLevelOf(rules: Pick<ThemeRules, 'codes'>, level: 1 | 2 | 3): ThemeLevel {
  const codes = rules.codes.filter((code) => code.split('.').length === level)
  const families = new Map<string, Siblings>()
  for (const [place, code] of codes.entries()) {
    const parent = level === 1 ? '' : code.slice(0, -3)
    families.set(parent, { from: families.get(parent)?.from ?? place, to: place + 1 })
  }
  return { codes, families, ruleOf: Int32Array.from(codes, (code) => rules.codes.indexOf(code)) }
}

/** Returns a layer whose weights are in the order of the codes. Codes that the catalogue lost or gained have none. */
function arrange(layer: LinearLayer, codes: readonly string[]): LinearLayer {
  if (layer.codes.length === codes.length && layer.codes.every((code, place) => code === codes[place]))
    return layer
  const places = codes.map((code) => layer.codes.indexOf(code))
  const weights = new Float32Array(layer.buckets * codes.length)
  for (let bucket = 0; bucket < layer.buckets; bucket++)
    for (const [place, known] of places.entries())
      if (known >= 0)
        weights[bucket * codes.length + place] = layer.weights[bucket * layer.codes.length + known] ?? 0
  return { ...layer, codes, weights }
}

/** One level of a classifier. */
interface ClassifierLevel extends ThemeLevel {
  layer: LinearLayer | undefined
  least: number
  /** Room for the logits of one article. */
  logits: Float32Array
}

/** Prepares the levels of a classifier. Without `layers` the rules decide alone. */
export function openThemeLevels(rules: ThemeRules, layers: readonly LinearLayer[] = []): ClassifierLevel[] {
  return LEVELS.map((level) => {
    const themes = themeLevelOf(rules, level)
    const layer = layers[level - 1]
    return {
      ...themes,
      layer: layer && arrange(layer, themes.codes),
      least: LEAST_CONFIDENCE[level],
      logits: new Float32Array(themes.codes.length),
    }
  })
}

/**
 * Chooses the theme of an article: level 1, then level 2 and 3 inside. The scores of the rules and of what was learned
 * are added.
 */
export function chooseTheme(
  levels: readonly ClassifierLevel[],
  scores: Float32Array,
  hashes: ThemeHashes,
): ChosenTheme | null {
  let code = ''
  let confidence = 0
  for (const { codes, families, ruleOf, layer, least, logits } of levels) {
    const family = families.get(code)
    if (!family) break
    const { from, to } = family
    for (let theme = from; theme < to; theme++) logits[theme] = scores[ruleOf[theme] ?? 0] ?? 0
    if (layer) addLogits(layer, hashes, { from, to, into: logits })
    // Each article has a theme of level 1; those below may all be too special.
    toProbabilities(logits, { from, to, canBeNone: code !== '' })
    let best = from
    for (let theme = from + 1; theme < to; theme++)
      if ((logits[theme] ?? 0) > (logits[best] ?? 0)) best = theme
    const probability = logits[best] ?? 0
    if (probability <= least) break
    if (code === '') confidence = probability
    code = codes[best] ?? ''
  }
  return code === '' ? null : { code, confidence }
}

/** Returns a function that chooses the theme of an article. Takes time linear in the length of the text. */
export function makeThemeClassifier(rules: ThemeRules, layers: readonly LinearLayer[] = []): ThemeClassifier {
  const levels = openThemeLevels(rules, layers)
  return (article) => {
    const words = listThemeWords(article)
    return chooseTheme(levels, rules.score(words), hashThemeWords(words))
  }
}
