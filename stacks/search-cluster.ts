import { createHash } from 'node:crypto'
import { AMAZON_LINUX_IMAGE } from './amazon-linux.ts'
import { CLUSTER_NODES } from './search-cluster-nodes.ts'
import type { FunctionArgsMaker } from './function-needs.ts'
import { searchServerScript } from './search-server-script.ts'
import {
  attachVolume,
  keepCredentials,
  makeSecurityGroup,
  nameServer,
  PORT,
  type RunningNodes,
  type SearchServer,
  type ServedIndex,
} from './search-servers.ts'

const PEERING_PORT = 8107
const WAIT_TIMEOUT_SECONDS = 900

interface NodeParts {
  position: number
  subnet: $util.Output<aws.ec2.Subnet>
  /** Keeps its address when the instance is replaced, so that the cluster knows the new instance. */
  networkInterface: aws.ec2.NetworkInterface
  url: $util.Output<string>
}

/**
 * Three nodes that replicate every write. Functions get the addresses of all three. `start` creates the instances, one
 * after the other: each replacement waits until the node before it has its documents.
 */
export function makeCluster(server: SearchServer): ServedIndex {
  const { vpc } = server.network
  if (!vpc) throw new Error('A search cluster needs a stage with its own network.')
  const credentials = keepCredentials(server.stage, server.secrets)
  const group = makeSecurityGroup(vpc, PEERING_PORT)
  const nodes = CLUSTER_NODES.map((position) => makeNode(vpc, group, position))
  const urls = $util.all(nodes.map(({ url }) => url))
  const script = $util.all([credentials.script, urls]).apply(([parts, all]) =>
    searchServerScript({
      ...parts,
      region: server.region,
      port: PORT,
      version: server.search.version,
      cluster: { names: all.map((url) => new URL(url).hostname), peeringPort: PEERING_PORT },
    }),
  )
  const profile = credentials.profile.name
  return {
    url: urls.apply(([first]) => first ?? ''),
    nodes: urls.apply((all) => all.join(',')),
    ca: credentials.certificate,
    instanceIds: [],
    start: (functionArgs) => startNodes({ server, nodes, script, profile, urls }, functionArgs),
  }
}

function makeNode(vpc: sst.aws.Vpc, group: aws.ec2.SecurityGroup, position: number): NodeParts {
  const subnet = vpc.nodes.privateSubnets.apply((subnets) => {
    const found = subnets[position - 1]
    if (!found) throw new Error(`The network has no private subnet for node ${position}.`)
    return found
  })
  const networkInterface = new aws.ec2.NetworkInterface(`SearchInterface${position}`, {
    subnetId: subnet.id,
    securityGroups: [group.id],
    description: `${$app.name}-${$app.stage}-search-${position}`,
  })
  const url = nameServer(vpc, {
    host: `search-${position}`,
    address: networkInterface.privateIp,
    suffix: String(position),
  })
  return { position, subnet, networkInterface, url }
}

interface Cluster {
  server: SearchServer
  nodes: readonly NodeParts[]
  script: $util.Output<string>
  profile: $util.Output<string>
  urls: $util.Output<string[]>
}

function startNodes(cluster: Cluster, functionArgs: FunctionArgsMaker): RunningNodes {
  const wait = new sst.aws.Function(
    'WaitForNodes',
    functionArgs({
      name: 'wait-for-nodes',
      handler: 'functions/migrate/wait-for-nodes.handler',
      purpose: 'Wait until nodes of the search cluster have their documents, during a deployment.',
      config: ['settings', 'index'],
      timeoutSeconds: WAIT_TIMEOUT_SECONDS,
      memoryMb: 256,
      reservedConcurrency: 1,
    }),
  )
  const hash = cluster.script.apply((text) => createHash('sha256').update(text).digest('hex'))
  // With a sick node, the replacement of another one would leave the cluster without a majority.
  let before = new aws.lambda.Invocation('SearchNodesHealthy', {
    functionName: wait.name,
    input: cluster.urls.apply((urls) => JSON.stringify({ waitFor: urls })),
    triggers: { script: hash },
  })
  const instanceIds = cluster.nodes.map((node) => {
    const instance = startNode(cluster, node, before)
    before = new aws.lambda.Invocation(
      `SearchNodeJoined${node.position}`,
      {
        functionName: wait.name,
        input: node.url.apply((url) => JSON.stringify({ waitFor: [url] })),
        triggers: { instance: instance.id },
      },
      { dependsOn: [instance] },
    )
    return instance.id
  })
  return { instanceIds, joined: before }
}

function startNode(
  { server, script, profile }: Cluster,
  { position, subnet, networkInterface }: NodeParts,
  before: aws.lambda.Invocation,
): aws.ec2.Instance {
  const instance = new aws.ec2.Instance(
    `SearchServer${position}`,
    {
      instanceType: server.search.instanceType,
      ami: aws.ssm.getParameterOutput({ name: AMAZON_LINUX_IMAGE }).value,
      primaryNetworkInterface: { networkInterfaceId: networkInterface.id },
      iamInstanceProfile: profile,
      metadataOptions: { httpTokens: 'required' },
      rootBlockDevice: { volumeType: 'gp3', encrypted: true },
      userData: script,
      userDataReplaceOnChange: true,
      tags: { Name: `${$app.name}-${server.stage}-search-${position}` },
    },
    // One volume and one address cannot serve two instances.
    { ignoreChanges: ['ami'], deleteBeforeReplace: true, dependsOn: [before] },
  )
  attachVolume({
    stage: server.stage,
    sizeGb: server.search.volumeGb,
    availabilityZone: subnet.availabilityZone,
    instance,
    suffix: String(position),
  })
  return instance
}
