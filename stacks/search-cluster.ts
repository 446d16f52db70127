import { createHash } from 'node:crypto'
import { CLUSTER_NODES } from './search-cluster-nodes.ts'
import type { FunctionArgsMaker } from './function-needs.ts'
import { searchServerScript } from './search-server-script.ts'
import {
  attachVolume,
  describeInstance,
  instanceOptions,
  keepCredentials,
  makeName,
  makeSecurityGroup,
  pointName,
  PORT,
  type RunningServers,
  type SearchServer,
  type ServedIndex,
} from './search-servers.ts'

const PEERING_PORT = 8107
const WAIT_TIMEOUT_SECONDS = 900

interface NodeParts {
  position: number
  subnet: $util.Output<aws.ec2.Subnet>
  /** Keeps its address when the instance is replaced, so that the other nodes find the new instance. */
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
  const name = makeName(vpc, `search-${position}`, String(position))
  const registered = pointName(name, networkInterface.privateIp)
  const url = $util.all([name.url, registered.id]).apply(([found]) => found)
  return { position, subnet, networkInterface, url }
}

interface Cluster {
  server: SearchServer
  nodes: readonly NodeParts[]
  script: $util.Output<string>
  profile: $util.Output<string>
  urls: $util.Output<string[]>
}

function startNodes(cluster: Cluster, functionArgs: FunctionArgsMaker): RunningServers {
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
  const { instanceType, image = '' } = cluster.server.search
  // AWS stops an instance to change its type, and keeps its ID.
  const machine = { instanceType, image }
  // With a sick node, the replacement of another one would leave the cluster without a majority.
  let before = new aws.lambda.Invocation('SearchNodesHealthy', {
    functionName: wait.name,
    input: cluster.urls.apply((urls) => JSON.stringify({ waitFor: urls })),
    triggers: { script: hash, ...machine },
  })
  const instanceIds = cluster.nodes.map((node) => {
    const instance = startNode(cluster, node, before)
    before = new aws.lambda.Invocation(
      `SearchNodeJoined${node.position}`,
      {
        functionName: wait.name,
        input: node.url.apply((url) => JSON.stringify({ waitFor: [url] })),
        triggers: { instance: instance.id, ...machine },
      },
      { dependsOn: [instance] },
    )
    return instance.id
  })
  return { instanceIds, ready: before }
}

function startNode(
  { server, script, profile }: Cluster,
  { position, subnet, networkInterface }: NodeParts,
  before: aws.lambda.Invocation,
): aws.ec2.Instance {
  const instance = new aws.ec2.Instance(
    `SearchServer${position}`,
    {
      ...describeInstance(server.search),
      primaryNetworkInterface: { networkInterfaceId: networkInterface.id },
      iamInstanceProfile: profile,
      userData: script,
      tags: { Name: `${$app.name}-${server.stage}-search-${position}` },
    },
    { ...instanceOptions(server.search), dependsOn: [before] },
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
