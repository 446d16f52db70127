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

/** Builds the automaton. Patterns must be distinct and not empty. */
export function buildAutomaton(patterns: readonly string[]): Automaton {
  const nodes = buildTrie(patterns)
  linkSuffixes(nodes)
  return {
    scan(text, onMatch) {
      let state = ROOT
      for (let at = 0; at < text.length; at++) {
        state = step(nodes, state, text.charCodeAt(at))
        for (let node = state; node !== -1; node = nodes[node]?.output ?? -1) {
          const pattern = nodes[node]?.pattern ?? -1
          if (pattern !== -1) onMatch(pattern, at + 1)
        }
      }
    },
  }
}
