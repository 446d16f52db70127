import { addLogits, toProbabilities, type LinearLayer } from './linear-layer.ts'
import type { ThemeHashes } from './theme-hashes.ts'
import type { ThemeRules } from './theme-rules.ts'

/** A labelled article, ready for the training. */
export interface ThemeExample extends ThemeHashes {
  /** The most specific known code. */
  code: string
  /** The scores of the rules, by the order of their codes. */
  scores: Float32Array
}

/** Buckets by level: more themes share fewer buckets. Weights of one byte make 4.5 MB together. */
export const BUCKETS = [0, 2 ** 16, 2 ** 14, 2 ** 11] as const
const RATE = Number(process.env['RATE'] ?? 0.5)
const EPOCHS = Number(process.env['EPOCHS'] ?? 5)
const EPSILON = 1e-6

/** The themes below one theme: a half-open range of the codes of their level. */
export interface Siblings {
  from: number
  to: number
}

/** Returns the codes of a level and the range of each family in them. The codes of the rules are in order. */
export function familiesOf(codes: readonly string[], level: 1 | 2 | 3): { codes: string[]; families: Map<string, Siblings> } {
  const own = codes.filter((code) => code.split('.').length === level)
  const families = new Map<string, Siblings>()
  for (const [place, code] of own.entries()) {
    const parent = level === 1 ? '' : code.slice(0, -3)
    families.set(parent, { from: families.get(parent)?.from ?? place, to: place + 1 })
  }
  return { codes: own, families }
}

/**
 * A softmax regression by stochastic gradient descent with the step sizes of AdaGrad (Duchi, Hazan, Singer 2011), which
 * begins where the rules end: their scores are added to the logits. Without examples the rules decide alone.
 */
class LayerTraining {
  readonly layer: LinearLayer & { weights: Float32Array }
  readonly #squares: Float32Array
  readonly #logits: Float32Array
  readonly #families: ReadonlyMap<string, Siblings>
  readonly #places: ReadonlyMap<string, number>
  readonly #scoreOf: Int32Array
  readonly #level: 1 | 2 | 3

  constructor(rules: ThemeRules, level: 1 | 2 | 3) {
    const { codes, families } = familiesOf(rules.codes, level)
    const buckets = BUCKETS[level]
    this.#level = level
    this.layer = { buckets, codes, scale: 1, weights: new Float32Array(buckets * codes.length) }
    // One square for each bucket: a step size for the whole row.
    this.#squares = new Float32Array(buckets * codes.length)
    this.#logits = new Float32Array(codes.length)
    this.#families = families
    this.#places = new Map(codes.map((code, place) => [code, place]))
    this.#scoreOf = Int32Array.from(codes, (code) => rules.codes.indexOf(code))
  }

  learn(example: ThemeExample): void {
    const code = example.code.slice(0, 3 * this.#level - 1)
    const target = this.#places.get(code)
    const family = this.#families.get(this.#level === 1 ? '' : code.slice(0, -3))
    if (target === undefined || !family) return
    const { from, to } = family
    const logits = this.#logits
    for (let theme = from; theme < to; theme++) logits[theme] = example.scores[this.#scoreOf[theme] ?? 0] ?? 0
    addLogits(this.layer, example, { from, to, into: logits })
    toProbabilities(logits, from, to)
    const { weights } = this.layer
    const width = this.layer.codes.length
    const mask = this.layer.buckets - 1
    logits[target] = (logits[target] ?? 0) - 1
    for (let feature = 0; feature < example.hashes.length; feature++) {
      const row = ((example.hashes[feature] ?? 0) & mask) * width
      const value = example.weights[feature] ?? 0
      for (let theme = from; theme < to; theme++) {
        const gradient = value * (logits[theme] ?? 0)
        if (Math.abs(gradient) < EPSILON) continue
        const at = row + theme
        const square = (this.#squares[at] ?? 0) + gradient * gradient
        this.#squares[at] = square
        weights[at] = (weights[at] ?? 0) - (RATE * gradient) / Math.sqrt(square + 0.01)
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

/** Learns the themes of labelled articles. The same examples in the same order give the same layers. */
export function trainThemes(rules: ThemeRules, examples: readonly ThemeExample[]): LinearLayer[] {
  const trainings = ([1, 2, 3] as const).map((level) => new LayerTraining(rules, level))
  const order = Uint32Array.from(examples.keys())
  for (let epoch = 1; epoch <= EPOCHS; epoch++) {
    shuffle(order, epoch)
    for (const place of order) {
      const example = examples[place]
      if (example) for (const training of trainings) training.learn(example)
    }
  }
  return trainings.map(({ layer }) => layer)
}
