import type { Network } from './network.ts'
import { searchServerScript } from './search-server-script.ts'
import type { Secrets } from './secrets.ts'
import { type SearchService, type StageSettings, stageKindOf } from './settings.ts'
import type { SharedByStaging } from './shared.ts'

const PORT = 8108
const AMI_PARAMETER = '/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-arm64'

export interface Search {
  url: $util.Input<string>
  /** Alias of the live collection; a preview's carries its stage, so that it never touches staging's documents. */
  collection: string
  /** Of our own instance, where this stage has one. */
  instanceId?: $util.Output<string>
}

/** The search index: an instance of ours, a Typesense Cloud cluster, or, in a preview, whichever staging has. */
export function makeSearch(
  stage: string,
  settings: StageSettings,
  secrets: Secrets,
  network: Network,
  shared: SharedByStaging | undefined,
): Search {
  if (shared) return { url: shared.searchUrl, collection: `${stage}_news` }
  if (settings.search.kind === 'typesense-cloud') return { url: settings.search.url, collection: 'news' }
  return { ...makeServer(stage, settings.search, settings.region, secrets, network), collection: 'news' }
}

/** One instance with its data on a volume of its own, which outlives it, and its URL inside the network. */
function makeServer(
  stage: string,
  search: Extract<SearchService, { kind: 'instance' }>,
  region: string,
  secrets: Secrets,
  network: Network,
): { url: $util.Output<string>; instanceId: $util.Output<string> } {
  const { vpc } = network
  if (!vpc) throw new Error('A search server needs a network of its own stage.')
  const production = stageKindOf(stage) === 'production'
  const subnet = vpc.nodes.privateSubnets.apply((subnets) => {
    const [first] = subnets
    if (!first) throw new Error('The network has no private subnet.')
    return first
  })
  const key = new aws.ssm.Parameter('SearchKey', {
    name: `/${$app.name}/${stage}/search-key`,
    type: 'SecureString',
    value: secrets.searchIndexKey.value,
  })
  const instance = new aws.ec2.Instance(
    'SearchServer',
    {
      instanceType: search.instanceType,
      ami: aws.ssm.getParameterOutput({ name: AMI_PARAMETER }).value,
      subnetId: subnet.id,
      vpcSecurityGroupIds: [makeSecurityGroup(vpc).id],
      iamInstanceProfile: makeInstanceProfile(key).name,
      metadataOptions: { httpTokens: 'required' },
      rootBlockDevice: { volumeType: 'gp3', encrypted: true },
      userData: $util
        .all([key.name, key.version])
        .apply(([keyParameter, keyVersion]) =>
          searchServerScript({ keyParameter, keyVersion, region, port: PORT }),
        ),
      userDataReplaceOnChange: true,
      tags: { Name: `${$app.name}-${stage}-search` },
    },
    // A newer image is no reason to take search down; one volume cannot serve two instances.
    { ignoreChanges: ['ami'], deleteBeforeReplace: true },
  )
  attachVolume(stage, search.volumeGb, subnet.availabilityZone, instance, production)
  return { url: nameInstance(vpc, instance), instanceId: instance.id }
}

function makeSecurityGroup(vpc: sst.aws.Vpc): aws.ec2.SecurityGroup {
  return new aws.ec2.SecurityGroup('SearchSecurityGroup', {
    vpcId: vpc.id,
    description: 'Search, from the functions of its own network',
    ingress: [{ protocol: 'tcp', fromPort: PORT, toPort: PORT, securityGroups: vpc.securityGroups }],
    egress: [{ protocol: '-1', fromPort: 0, toPort: 0, cidrBlocks: ['0.0.0.0/0'] }],
  })
}

/** What a session needs; none of these actions can be held to one resource. */
const SESSION_ACTIONS = [
  'ssm:UpdateInstanceInformation',
  'ssmmessages:CreateControlChannel',
  'ssmmessages:CreateDataChannel',
  'ssmmessages:OpenControlChannel',
  'ssmmessages:OpenDataChannel',
]

/**
 * The instance may read its own key and be reached through Session Manager, nothing else. The policy that AWS offers for
 * sessions would let it read every parameter of the account.
 */
function makeInstanceProfile(key: aws.ssm.Parameter): aws.iam.InstanceProfile {
  const role = new aws.iam.Role('SearchServerRole', {
    assumeRolePolicy: aws.iam.assumeRolePolicyForPrincipal({ Service: 'ec2.amazonaws.com' }),
    inlinePolicies: [
      {
        name: 'read-key-and-answer-sessions',
        policy: $jsonStringify({
          Version: '2012-10-17',
          Statement: [
            { Effect: 'Allow', Action: 'ssm:GetParameter', Resource: key.arn },
            { Effect: 'Allow', Action: SESSION_ACTIONS, Resource: '*' },
          ],
        }),
      },
    ],
  })
  return new aws.iam.InstanceProfile('SearchServerProfile', { role: role.name })
}

function attachVolume(
  stage: string,
  sizeGb: number,
  availabilityZone: $util.Output<string>,
  instance: aws.ec2.Instance,
  retained: boolean,
) {
  const volume = new aws.ebs.Volume(
    'SearchVolume',
    {
      availabilityZone,
      size: sizeGb,
      type: 'gp3',
      encrypted: true,
      tags: { Name: `${$app.name}-${stage}-search` },
    },
    { retainOnDelete: retained, protect: retained },
  )
  return new aws.ec2.VolumeAttachment(
    'SearchVolumeAttachment',
    {
      instanceId: instance.id,
      volumeId: volume.id,
      deviceName: '/dev/sdf',
      stopInstanceBeforeDetaching: true,
    },
    { deleteBeforeReplace: true },
  )
}

/** A private name, so that a replaced instance is found without a new deployment of the functions. */
function nameInstance(vpc: sst.aws.Vpc, instance: aws.ec2.Instance): $util.Output<string> {
  const namespace = vpc.nodes.cloudmapNamespace
  const service = new aws.servicediscovery.Service('SearchName', {
    name: 'search',
    dnsConfig: {
      namespaceId: namespace.id,
      dnsRecords: [{ type: 'A', ttl: 10 }],
      routingPolicy: 'MULTIVALUE',
    },
    forceDestroy: true,
  })
  const registration = new aws.servicediscovery.Instance('SearchNameInstance', {
    serviceId: service.id,
    instanceId: 'search',
    attributes: { AWS_INSTANCE_IPV4: instance.privateIp },
  })
  return $util
    .all([service.name, namespace.name, registration.id])
    .apply(([host, domain]) => `http://${host}.${domain}:${PORT}`)
}
