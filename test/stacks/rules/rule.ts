import { type Graph, listOfType, type Resource, type Stages } from '../graph.ts'

/** A rule of the infrastructure. Returns its violations, one sentence each. */
export type Rule = (stages: Stages) => string[] | Promise<string[]>

export const listGraphs = ({ production, staging, preview, chosen, small }: Stages): Graph[] => [
  production,
  staging,
  preview,
  chosen,
  small,
]

/** A rule of each stage. Its sentences end with the stage. */
export const inEach =
  (find: (graph: Graph) => string[]): Rule =>
  (stages) =>
    listGraphs(stages).flatMap((graph) =>
      find(graph).map((fault) => `${fault} (stage ${graph.app.stage}, ${graph.settings.size})`),
    )

/** Resources that the stage makes, without those that it looks up. */
export const listOwn = (graph: Graph, type: string): Resource[] =>
  listOfType(graph, type).filter(({ readId }) => !readId)

/** Every resource of a type must be right. `fault` is the end of the sentence about one that is not. */
export const every = (
  type: string,
  isRight: (resource: Resource, graph: Graph) => boolean,
  fault: string,
): Rule =>
  inEach((graph) =>
    listOwn(graph, type)
      .filter((resource) => !isRight(resource, graph))
      .map(({ name }) => `${name} ${fault}`),
  )
