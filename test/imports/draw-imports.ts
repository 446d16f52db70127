import { listImports } from './run-cruiser.ts'

type Graph = Map<string, Set<string>>

/** One drawing of the page: which folder a file stands for, or undefined for a file that is not drawn. */
interface Drawing {
  name: string
  folderOf(path: string): string | undefined
}

const DRAWINGS: readonly Drawing[] = [
  {
    name: 'rooms',
    folderOf: (path) =>
      /^(?:packages\/)?(stacks|functions\/[a-z-]+|(?<=packages\/)[a-z-]+)\//.exec(path)?.[1],
  },
  { name: 'core', folderOf: (path) => /^packages\/core\/src\/([a-z-]+)\//.exec(path)?.[1] },
]

function buildGraph(imports: readonly { from: string; to: string }[], drawing: Drawing): Graph {
  const graph: Graph = new Map()
  for (const { from, to } of imports) {
    const [source, target] = [drawing.folderOf(from), drawing.folderOf(to)]
    for (const folder of [source, target])
      if (folder !== undefined && !graph.has(folder)) graph.set(folder, new Set())
    if (source !== undefined && target !== undefined && source !== target) graph.get(source)?.add(target)
  }
  return graph
}

/** Whether a path of two or more arrows leads from one folder to another. */
function hasDetour(graph: Graph, from: string, to: string): boolean {
  const seen = new Set([...(graph.get(from) ?? [])].filter((next) => next !== to))
  for (const folder of seen)
    for (const next of graph.get(folder) ?? []) {
      if (next === to) return true
      seen.add(next)
    }
  return false
}

/** A Mermaid flowchart. It leaves out an arrow where longer paths lead to the same folder. */
function draw(graph: Graph): string {
  const id = (folder: string) => folder.replaceAll(/[^a-z]/g, '_')
  const folders = [...graph.keys()].sort()
  const arrows = folders.flatMap((from) =>
    [...(graph.get(from) ?? [])]
      .filter((to) => !hasDetour(graph, from, to))
      .sort()
      .map((to) => `  ${id(from)} --> ${id(to)}`),
  )
  const nodes = folders.map((folder) => `  ${id(folder)}["${folder}"]`)
  return ['```mermaid', 'flowchart TD', ...nodes, ...arrows, '```'].join('\n')
}

/** The page with its drawings made from the imports as they are now. Throws where the page lacks a marker. */
export async function redrawPage(page: string): Promise<string> {
  const imports = await listImports()
  let text = page
  for (const drawing of DRAWINGS) {
    const [start, end] = [`<!-- imports: ${drawing.name} -->`, `<!-- end of ${drawing.name} -->`]
    if (!text.includes(start) || !text.includes(end)) throw new Error(`The page lacks the marker ${start}`)
    const [before = '', rest = ''] = text.split(start)
    const after = rest.slice(rest.indexOf(end))
    text = `${before}${start}\n${draw(buildGraph(imports, drawing))}\n${after}`
  }
  return text
}
