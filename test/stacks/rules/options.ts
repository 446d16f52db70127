import { type Graph, listOfType, type Resource, revealed } from '../graph.ts'
import { listGraphs, type Rule } from './functions.ts'

const INSTANCE = 'aws:ec2/instance:Instance'
const KEPT = ['aws:ebs/volume:Volume', 'aws:rds/instance:Instance', 'aws:s3/bucket:Bucket'] as const

const listOwn = (graph: Graph, type: string): Resource[] =>
  listOfType(graph, type).filter(({ readId }) => !readId)

/** The bucket of the observatory has the files of its build and no data. */
const isBuilt = (name: string) => name.startsWith('SiteAssets')

/** Data of production stays when its resource is removed from the program. The volume of the index is protected. */
export const findRemovableData: Rule = ({ production }) =>
  KEPT.flatMap((type) => listOwn(production, type).filter(({ name }) => !isBuilt(name))).flatMap(
    ({ type, name, options }) => [
      ...(options?.retainOnDelete ? [] : [`${name} of production would be deleted with its resource`]),
      ...(type === 'aws:ebs/volume:Volume' && !options?.protect
        ? [`${name} of production is not protected: a renamed resource would leave its data behind`]
        : []),
    ],
  )

/** cloud-init runs a script only at the first boot, so only a new instance gets new keys and versions. */
export const findForgottenChanges: Rule = ({ production, staging }) =>
  [production, staging].flatMap((graph) =>
    listOwn(graph, INSTANCE)
      .filter(({ inputs }) => inputs['userData'] !== undefined && inputs['userDataReplaceOnChange'] !== true)
      .map(
        ({ name }) =>
          `${name} keeps its old boot script in the stage ${graph.app.stage}: replace it on a change`,
      ),
  )

/** An unrelated deployment must not stop the index or the NAT instances for a newer image. */
export const findUnpinnedImages: Rule = ({ production, staging, chosen, small }) => [
  ...[production, staging, chosen, small].flatMap((graph) =>
    listOwn(graph, INSTANCE)
      // The mock engine answers a question for the newest image with `ami-1`; settings name another one.
      .filter(({ inputs, options }) => inputs['ami'] === 'ami-1' && !options?.ignoreChanges.includes('ami'))
      .map(({ name }) => `${name} is replaced by any newer image in the stage ${graph.app.stage}`),
  ),
  ...[production, staging]
    .filter(({ lookUps }) => lookUps.some(({ token }) => token.endsWith(':getAmi')))
    .map(({ app }) => `the stage ${app.stage} takes an image of a third party, which may be withdrawn`),
]

const MOUNTS = ['mountpoint -q /srv/search || mount /srv/search', 'source=/srv/search/data,target=/data']

/** The boot script of each search server mounts its volume and gives the index a folder on it. */
export const findUnmountedVolumes: Rule = (stages) =>
  listGraphs(stages).flatMap((graph) =>
    listOwn(graph, INSTANCE)
      .filter(({ name }) => name.startsWith('SearchServer'))
      .filter(({ inputs }) => !MOUNTS.every((line) => String(revealed(inputs['userData'])).includes(line)))
      .map(
        ({ name }) =>
          `${name} does not mount its volume in the stage ${graph.app.stage}: its data would be on the wrong disk`,
      ),
  )
