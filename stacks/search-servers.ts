import type { FunctionArgsMaker } from './function-needs.ts'
import type { Network } from './network.ts'
import type { Secrets } from './secrets.ts'
import { AMAZON_LINUX_IMAGE } from './amazon-linux.ts'
import { type SearchMachine, type SearchService, stageKindOf } from './settings.ts'

export const PORT = 8108

/** An index that the stage runs itself, as the functions need it. */
export interface ServedIndex {
  url: $util.Output<string>
  nodes: $util.Input<string>
  ca: $util.Output<string>
  /** Address of a second server that takes over. Absent where there is none. */
  secondUrl?: $util.Output<string>
  /** Starts the servers or gives them their names, once the function that waits for them can be made. */
  start: (functionArgs: FunctionArgsMaker) => RunningServers
}

export interface RunningServers {
  /** IDs of the instances that answer searches. */
  instanceIds: readonly $util.Output<string>[]
  /** Done when the name of the index leads to a server with all documents. */
  ready: $util.Resource
}

/** The settings of a stage that runs Typesense itself, and what its servers need. */
export interface SearchServer<Search = Exclude<SearchService, { kind: 'cloud' }>> {
  stage: string
  search: Search
  region: string
  secrets: Secrets
  network: Network
}

/** What the boot script of each instance needs: its keys in the parameter store, and the right to read them. */
export function keepCredentials(stage: string, secrets: Secrets) {
  const { certificate, certificateKey } = getCertificate(secrets)
  const key = keepForInstance('SearchKey', `/${$app.name}/${stage}/search-key`, secrets.searchIndexKey.value)
  const tlsKey = keepForInstance('SearchTlsKey', `/${$app.name}/${stage}/search-tls-key`, certificateKey)
  const script = $util
    .all([key.name, key.version, tlsKey.name, tlsKey.version, certificate])
    .apply(([keyParameter, keyVersion, tlsKeyParameter, tlsKeyVersion, pem]) => ({
      keyParameter,
      tlsKeyParameter,
      versions: [keyVersion, tlsKeyVersion],
      certificate: pem,
    }))
  return { certificate, script, profile: makeInstanceProfile([key, tlsKey]) }
}

/** The certificate of the instance and its key. The operator makes both once: see docs/operations.md. */
function getCertificate({ searchCertificate, searchCertificateKey }: Secrets) {
  const pem = (name: string, label: RegExp) => (value: string) => {
    if (!label.test(value))
      throw new Error(
        `The secret ${name} is missing or is not PEM. "First deployment" in docs/operations.md explains how to make it.`,
      )
    return `${value.trim()}\n`
  }
  return {
    certificate: searchCertificate.value.apply(pem('SearchCertificate', /^-----BEGIN CERTIFICATE-----/)),
    certificateKey: searchCertificateKey.value.apply(
      pem('SearchCertificateKey', /^-----BEGIN (EC )?PRIVATE KEY-----/),
    ),
  }
}

/** Stores a secret that the instance reads at its start. The script contains only the name. */
function keepForInstance(resource: string, name: string, value: $util.Output<string>): aws.ssm.Parameter {
  return new aws.ssm.Parameter(resource, { name, type: 'SecureString', value })
}

/** `peeringPort`: the port on which the nodes of a cluster replicate. They also forward writes to the leader. */
export function makeSecurityGroup(vpc: sst.aws.Vpc, peeringPort?: number): aws.ec2.SecurityGroup {
  const ports = peeringPort === undefined ? [] : [PORT, peeringPort]
  const members = ports.map((port) => ({ protocol: 'tcp', fromPort: port, toPort: port, self: true }))
  return new aws.ec2.SecurityGroup('SearchSecurityGroup', {
    vpcId: vpc.id,
    description: 'Search, from the functions of its own network',
    ingress: [
      {
        protocol: 'tcp',
        fromPort: PORT,
        toPort: PORT,
        // The bastion forwards the connections of `npm run tunnel` and is not in the group of the functions.
        securityGroups: $util
          .all([vpc.securityGroups, getBastionGroup(vpc)])
          .apply(([groups, bastion]) => [...groups, bastion]),
      },
      ...members,
    ],
    // Packages, the image, keys and sessions, all by https. DNS and time are not subject to security groups.
    egress: [{ protocol: 'tcp', fromPort: 443, toPort: 443, cidrBlocks: ['0.0.0.0/0'] }, ...members],
  })
}

const getBastionGroup = (vpc: sst.aws.Vpc): $util.Output<string> =>
  vpc.nodes.bastionSecurityGroup.apply((group) => {
    if (!group) throw new Error('The network has no bastion.')
    return group.id
  })

/** Actions that a session needs. None of them can be limited to one resource. */
const SESSION_ACTIONS = [
  'ssm:UpdateInstanceInformation',
  'ssmmessages:CreateControlChannel',
  'ssmmessages:CreateDataChannel',
  'ssmmessages:OpenControlChannel',
  'ssmmessages:OpenDataChannel',
]

/**
 * Lets the instance read its own keys and be reached through Session Manager, nothing else. AWS's managed policy for
 * sessions would allow reading every parameter of the account.
 */
function makeInstanceProfile(keys: readonly aws.ssm.Parameter[]): aws.iam.InstanceProfile {
  const role = new aws.iam.Role('SearchServerRole', {
    assumeRolePolicy: aws.iam.assumeRolePolicyForPrincipal({ Service: 'ec2.amazonaws.com' }),
    inlinePolicies: [
      {
        name: 'read-keys-and-answer-sessions',
        policy: $jsonStringify({
          Version: '2012-10-17',
          Statement: [
            { Effect: 'Allow', Action: 'ssm:GetParameter', Resource: keys.map(({ arn }) => arn) },
            { Effect: 'Allow', Action: SESSION_ACTIONS, Resource: '*' },
          ],
        }),
      },
    ],
  })
  return new aws.iam.InstanceProfile('SearchServerProfile', { role: role.name })
}

/** What every instance of the index has. */
export const describeInstance = ({ instanceType, image }: SearchMachine) => ({
  instanceType,
  ami: image ?? aws.ssm.getParameterOutput({ name: AMAZON_LINUX_IMAGE }).value,
  metadataOptions: { httpTokens: 'required' },
  rootBlockDevice: { volumeType: 'gp3', encrypted: true },
  userDataReplaceOnChange: true,
})

/** Without an image in the settings, a newer one replaces no instance. One volume cannot serve two instances. */
export const instanceOptions = ({ image }: SearchMachine) => ({
  ignoreChanges: image === undefined ? ['ami'] : [],
  deleteBeforeReplace: true,
})

/** `suffix` distinguishes the resources of several servers; it is empty for the first place of a single one. */
interface ServerVolume {
  stage: string
  sizeGb: number
  availabilityZone: $util.Output<string>
  instance: aws.ec2.Instance
  suffix: string
  /** Whether the volume goes with its server, which another one replaces. */
  isSpare?: boolean
}

export function attachVolume({
  stage,
  sizeGb,
  availabilityZone,
  instance,
  suffix,
  isSpare = false,
}: ServerVolume) {
  const retained = stageKindOf(stage) === 'production' && !isSpare
  const volume = new aws.ebs.Volume(
    `SearchVolume${suffix}`,
    {
      availabilityZone,
      size: sizeGb,
      type: 'gp3',
      encrypted: true,
      tags: { Name: `${$app.name}-${stage}-search${suffix}` },
    },
    { retainOnDelete: retained, protect: retained },
  )
  return new aws.ec2.VolumeAttachment(
    `SearchVolumeAttachment${suffix}`,
    {
      instanceId: instance.id,
      volumeId: volume.id,
      deviceName: '/dev/sdf',
      stopInstanceBeforeDetaching: true,
    },
    { deleteBeforeReplace: true },
  )
}

/** A private DNS name in the network, and its URL. Leads nowhere before `pointName`. */
export function makeName(vpc: sst.aws.Vpc, host: string, suffix: string) {
  const namespace = vpc.nodes.cloudmapNamespace
  const service = new aws.servicediscovery.Service(`SearchName${suffix}`, {
    name: host,
    dnsConfig: {
      namespaceId: namespace.id,
      dnsRecords: [{ type: 'A', ttl: 10 }],
      routingPolicy: 'MULTIVALUE',
    },
    forceDestroy: true,
  })
  const url = $util
    .all([service.name, namespace.name])
    .apply(([name, domain]) => `https://${name}.${domain}:${PORT}`)
  return { host, suffix, service, url }
}

type Name = ReturnType<typeof makeName>

/** Leads a name to an address. Another address replaces the one before in one step, without a new deployment of functions. */
export const pointName = (
  { host, suffix, service }: Name,
  address: $util.Output<string>,
  options: $util.CustomResourceOptions = {},
): aws.servicediscovery.Instance =>
  new aws.servicediscovery.Instance(
    `SearchNameInstance${suffix}`,
    { serviceId: service.id, instanceId: host, attributes: { AWS_INSTANCE_IPV4: address } },
    options,
  )
