import { AMAZON_LINUX_IMAGE } from './amazon-linux.ts'
import type { Network } from './network.ts'
import { searchServerScript } from './search-server-script.ts'
import type { Secrets } from './secrets.ts'
import { type SearchService, type StageSettings, stageKindOf } from './settings.ts'
import type { SharedByStaging } from './shared-by-staging.ts'

const PORT = 8108

export interface Search {
  url: $util.Input<string>
  /** Certificate (PEM) that the functions trust for the index. Empty where a public authority signed it. */
  ca: $util.Input<string>
  /**
   * Alias of the live collection. A preview's alias contains its stage, so that a preview never changes staging's
   * documents.
   */
  collection: string
  /** Id of our own instance, where this stage has one. */
  instanceId?: $util.Output<string>
}

/** The search index: our own instance, a Typesense Cloud cluster, or, in a preview, the index of staging. */
export function makeSearch(
  stage: string,
  settings: StageSettings,
  secrets: Secrets,
  network: Network,
  shared: SharedByStaging | undefined,
): Search {
  if (shared) return { url: shared.searchUrl, ca: shared.searchCa, collection: `${stage}_news` }
  if (settings.search.kind === 'cloud') return { url: settings.search.url, ca: '', collection: 'news' }
  return { ...makeServer(stage, settings.search, settings.region, secrets, network), collection: 'news' }
}

/** One instance, its URL inside the network, and its data on a separate volume that outlives the instance. */
function makeServer(
  stage: string,
  search: Extract<SearchService, { kind: 'single' }>,
  region: string,
  secrets: Secrets,
  network: Network,
): Omit<Search, 'collection'> {
  const { vpc } = network
  if (!vpc) throw new Error('A search server needs a stage with its own network.')
  const production = stageKindOf(stage) === 'production'
  const subnet = vpc.nodes.privateSubnets.apply((subnets) => {
    const [first] = subnets
    if (!first) throw new Error('The network has no private subnet.')
    return first
  })
  const { certificate, certificateKey } = getCertificate(secrets)
  const key = keepForInstance('SearchKey', `/${$app.name}/${stage}/search-key`, secrets.searchIndexKey.value)
  const tlsKey = keepForInstance('SearchTlsKey', `/${$app.name}/${stage}/search-tls-key`, certificateKey)
  const instance = new aws.ec2.Instance(
    'SearchServer',
    {
      instanceType: search.instanceType,
      ami: aws.ssm.getParameterOutput({ name: AMAZON_LINUX_IMAGE }).value,
      subnetId: subnet.id,
      vpcSecurityGroupIds: [makeSecurityGroup(vpc).id],
      iamInstanceProfile: makeInstanceProfile([key, tlsKey]).name,
      metadataOptions: { httpTokens: 'required' },
      rootBlockDevice: { volumeType: 'gp3', encrypted: true },
      userData: $util
        .all([key.name, key.version, tlsKey.name, tlsKey.version, certificate])
        .apply(([keyParameter, keyVersion, tlsKeyParameter, tlsKeyVersion, pem]) =>
          searchServerScript({
            keyParameter,
            tlsKeyParameter,
            versions: [keyVersion, tlsKeyVersion],
            certificate: pem,
            region,
            port: PORT,
          }),
        ),
      userDataReplaceOnChange: true,
      tags: { Name: `${$app.name}-${stage}-search` },
    },
    // A newer image does not justify downtime of search. One volume cannot serve two instances.
    { ignoreChanges: ['ami'], deleteBeforeReplace: true },
  )
  attachVolume(stage, search.volumeGb, subnet.availabilityZone, instance, production)
  return { url: nameInstance(vpc, instance), ca: certificate, instanceId: instance.id }
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

function makeSecurityGroup(vpc: sst.aws.Vpc): aws.ec2.SecurityGroup {
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
    ],
    egress: [{ protocol: '-1', fromPort: 0, toPort: 0, cidrBlocks: ['0.0.0.0/0'] }],
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

/** A private DNS name, so that functions find a replaced instance without a new deployment. */
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
    .apply(([host, domain]) => `https://${host}.${domain}:${PORT}`)
}
