import { setImmediate } from 'node:timers/promises'
import { addLogits, toProbabilities, type LinearLayer } from './linear-layer.ts'
import { themeLevelOf, type ThemeLevel } from './theme-classifier.ts'
import { hashThemeWords, type ThemeHashes } from './theme-hashes.ts'
import type { ThemeRules } from './theme-rules.ts'
import { listThemeWords, type ThemedText } from './theme-text.ts'

/** A labelled article, ready for the training. */
export interface ThemeExample extends ThemeHashes {
  /** The most specific known code. */
  code: string
  /** The scores of the rules, by the order of their codes. */
  scores: Float32Array
}

/** Returns a labelled article in the form that the training reads. */
export function toThemeExample(article: ThemedText, code: string, rules: ThemeRules): ThemeExample {
  const words = listThemeWords(article)
  return { ...hashThemeWords(words), scores: rules.score(words), code }
}

/** Buckets by level: more themes share fewer buckets. Weights of one byte make 4.5 MB together. */
const BUCKETS = [0, 2 ** 16, 2 ** 14, 2 ** 11] as const
const RATE = 0.5
const EPOCHS = 5
/** Smaller gradients change nothing. */
const LEAST_GRADIENT = 1e-6
/** Keeps the first steps small. */
const FIRST_SQUARE = 0.01

/**
 * A softmax regression by stochastic gradient descent with the step sizes of AdaGrad (Duchi, Hazan, Singer 2011), which
 * begins where the rules end: their scores are added to the logits. Without examples the rules decide alone.
 */
class LayerTraining {
  readonly layer: LinearLayer & { weights: Float32Array }
  readonly #squares: Float32Array
  readonly #logits: Float32Array
  readonly #level: ThemeLevel
  readonly #places: ReadonlyMap<string, number>
  /** Length of the codes of the level, and of those above. */
  readonly #length: number
  readonly #above: number

  constructor(rules: ThemeRules, level: 1 | 2 | 3) {
    this.#level = themeLevelOf(rules, level)
    const { codes } = this.#level
    const size = BUCKETS[level] * codes.length
    this.layer = { buckets: BUCKETS[level], codes, scale: 1, weights: new Float32Array(size) }
    this.#squares = new Float32Array(size)
    this.#logits = new Float32Array(codes.length)
    this.#places = new Map(codes.map((code, place) => [code, place]))
    this.#length = 3 * level - 1
    this.#above = Math.max(0, this.#length - 3)
  }

  learn(example: ThemeExample): void {
    const target = this.#places.get(example.code.slice(0, this.#length))
    const family = this.#level.families.get(example.code.slice(0, this.#above))
    if (target === undefined || family === undefined) return
    const { from, to } = family
    const logits = this.#logits
    for (let theme = from; theme < to; theme++)
      logits[theme] = example.scores[this.#level.ruleOf[theme] ?? 0] ?? 0
    addLogits(this.layer, example, { from, to, into: logits })
    toProbabilities(logits, { from, to, canBeNone: this.#above !== 0 })
    const { weights } = this.layer
    const width = this.layer.codes.length
    const mask = this.layer.buckets - 1
    logits[target] = (logits[target] ?? 0) - 1
    for (const [feature, hash] of example.hashes.entries()) {
      const row = (hash & mask) * width
      const value = example.weights[feature] ?? 0
      for (let theme = from; theme < to; theme++) {
        const gradient = value * (logits[theme] ?? 0)
        if (Math.abs(gradient) < LEAST_GRADIENT) continue
        const at = row + theme
        const square = (this.#squares[at] ?? 0) + gradient * gradient
        this.#squares[at] = square
        weights[at] = (weights[at] ?? 0) - (RATE * gradient) / Math.sqrt(square + FIRST_SQUARE)
      }
    }
  }
}

/** Moves examples into an order that depends on the seed alone. */
function shuffle(order: Uint32Array, seed: number): void {
  let state = seed
  for (let last = order.length - 1; last > 0; last--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = state % (last + 1)
    const kept = order[last] ?? 0
    order[last] = order[other] ?? 0
    order[other] = kept
  }
}

/** Examples after which other work of the process gets its turn. */
const EXAMPLES_AT_ONCE = 100

/**
 * Learns the themes of labelled articles. The same examples in the same order give the same layers. Throws the reason of
 * the signal when it aborts.
 */
export async function trainThemes(
  rules: ThemeRules,
  examples: readonly ThemeExample[],
  signal?: AbortSignal,
): Promise<LinearLayer[]> {
  const trainings = ([1, 2, 3] as const).map((level) => new LayerTraining(rules, level))
  const order = Uint32Array.from(examples.keys())
  for (let epoch = 1; epoch <= EPOCHS; epoch++) {
    shuffle(order, epoch)
    for (const [count, place] of order.entries()) {
      const example = examples[place]
      if (example) for (const training of trainings) training.learn(example)
      if (count % EXAMPLES_AT_ONCE !== 0) continue
      await setImmediate()
      signal?.throwIfAborted()
    }
  }
  return trainings.map(({ layer }) => layer)
}
