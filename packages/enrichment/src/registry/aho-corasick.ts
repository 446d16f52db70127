/** Finds many patterns in one pass (Aho and Corasick, Efficient string matching, 1975). */
export interface Automaton {
  /** Calls `onMatch` for every occurrence of every pattern, with its number and the offset just after it. */
  scan(text: string, onMatch: (pattern: number, end: number) => void): void
}

interface Node {
  next: Map<number, number>
  /** The node of the longest proper suffix that begins a pattern; followed when no child matches. */
  fail: number
  /** Number of the pattern that ends here, or -1. */
  pattern: number
  /** Node of the longest suffix at which a pattern ends, or -1. */
  output: number
}

const ROOT = 0
const newNode = (): Node => ({ next: new Map(), fail: ROOT, pattern: -1, output: -1 })

function buildTrie(patterns: readonly string[]): Node[] {
  const nodes = [newNode()]
  patterns.forEach((pattern, number) => {
    let node = nodes[ROOT]
    for (let unit = 0; node && unit < pattern.length; unit++) {
      const code = pattern.charCodeAt(unit)
      let child = node.next.get(code)
      if (child === undefined) {
        child = nodes.push(newNode()) - 1
        node.next.set(code, child)
      }
      node = nodes[child]
    }
    if (node) node.pattern = number
  })
  return nodes
}

function step(nodes: readonly Node[], from: number, code: number): number {
  for (let state = from; ; state = nodes[state]?.fail ?? ROOT) {
    const child = nodes[state]?.next.get(code)
    if (child !== undefined) return child
    if (state === ROOT) return ROOT
  }
}

function linkSuffixes(nodes: Node[]): void {
  const queue = [...(nodes[ROOT]?.next.values() ?? [])]
  for (const at of queue) {
    const node = nodes[at]
    if (!node) continue
    for (const [code, child] of node.next) {
      const childNode = nodes[child]
      if (childNode) childNode.fail = step(nodes, node.fail, code)
      queue.push(child)
    }
    const suffix = nodes[node.fail]
    node.output = suffix && suffix.pattern !== -1 ? node.fail : (suffix?.output ?? -1)
  }
}

/** Numbers the characters of the patterns; every other character is 0 and leads to the root. */
function numberCharacters(patterns: readonly string[]): Map<number, number> {
  const numbers = new Map<number, number>()
  for (const pattern of patterns)
    for (let at = 0; at < pattern.length; at++) {
      const code = pattern.charCodeAt(at)
      if (!numbers.has(code)) numbers.set(code, numbers.size + 1)
    }
  return numbers
}

/** Returns the next node by node and number of the character, so that a scan reads one number a character. */
function tabulate(nodes: readonly Node[], numbers: ReadonlyMap<number, number>): Int32Array {
  const width = numbers.size + 1
  const table = new Int32Array(nodes.length * width)
  // Breadth first: the row of a suffix is complete before the rows that copy it.
  const queue = [ROOT]
  for (const at of queue) {
    const node = nodes[at]
    if (!node) continue
    if (at !== ROOT) table.copyWithin(at * width, node.fail * width, (node.fail + 1) * width)
    for (const [code, child] of node.next) {
      table[at * width + (numbers.get(code) ?? 0)] = child
      queue.push(child)
    }
  }
  return table
}

/** Builds the automaton. Patterns must be distinct and not empty. Memory: four bytes a node and different character. */
export function buildAutomaton(patterns: readonly string[]): Automaton {
  const nodes = buildTrie(patterns)
  linkSuffixes(nodes)
  const numbers = numberCharacters(patterns)
  const table = tabulate(nodes, numbers)
  const width = numbers.size + 1
  const ends = Int32Array.from(nodes, ({ pattern }) => pattern)
  const outputs = Int32Array.from(nodes, ({ output }) => output)
  const codes = new Uint16Array(1 << 16)
  for (const [code, number] of numbers) codes[code] = number
  return {
    scan(text, onMatch) {
      let state = ROOT
      for (let at = 0; at < text.length; at++) {
        state = table[state * width + (codes[text.charCodeAt(at)] ?? 0)] ?? ROOT
        for (let node = state; node !== -1; node = outputs[node] ?? -1) {
          const pattern = ends[node] ?? -1
          if (pattern !== -1) onMatch(pattern, at + 1)
        }
      }
    },
  }
}
