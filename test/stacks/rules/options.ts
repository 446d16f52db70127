import { type Graph, type Resource } from '../graph.ts'
import { every, inEach } from './rule.ts'

const INSTANCE = 'aws:ec2/instance:Instance'

const isProduction = ({ app }: Graph) => app.stage === 'production'
/** Data of production stays when its resource is removed from the program. */
const stays = ({ options }: Resource, graph: Graph) =>
  !isProduction(graph) || options?.retainOnDelete === true

export const findRemovableDatabases = every(
  'aws:rds/instance:Instance',
  stays,
  'would be deleted with its resource',
)

export const findRemovableBuckets = every(
  'aws:s3/bucket:Bucket',
  // The bucket of the observatory has the files of its build and no data.
  (bucket, graph) => bucket.name.startsWith('SiteAssets') || stays(bucket, graph),
  'would be deleted with its resource',
)

export const findRemovableVolumes = every(
  'aws:ebs/volume:Volume',
  (volume, graph) => stays(volume, graph) && (!isProduction(graph) || volume.options?.protect === true),
  'would be deleted with its resource, or stay behind when the resource is renamed',
)

/** cloud-init runs a script only at the first boot, so only a new instance gets new keys and versions. */
export const findForgottenChanges = every(
  INSTANCE,
  ({ inputs }) => inputs['userData'] === undefined || inputs['userDataReplaceOnChange'] === true,
  'keeps its old boot script: replace it on a change',
)

/** An unrelated deployment must not stop the index or the NAT instances for a newer image. */
export const findUnpinnedImages = every(
  INSTANCE,
  // The mock engine answers a question for the newest image with `ami-1`; settings name another one.
  ({ inputs, options }) => inputs['ami'] !== 'ami-1' || options?.ignoreChanges.includes('ami') === true,
  'is replaced by any newer image',
)

export const findForeignImages = inEach(({ lookUps }) =>
  lookUps
    .filter(({ token }) => token.endsWith(':getAmi'))
    .map(() => 'an image is one of a third party, which may be withdrawn'),
)
