import type { Network } from './network.ts'
import type { Secrets } from './secrets.ts'
import { AMAZON_LINUX_IMAGE } from './amazon-linux.ts'
import { searchServerScript } from './search-server-script.ts'
import { type SearchMachine, stageKindOf } from './stages/stage-settings.ts'

const PORT = 8108
const HOST = 'search'

/** The settings of a stage that runs Typesense itself, and what its server needs. */
interface SearchServer {
  stage: string
  search: SearchMachine
  region: string
  secrets: Secrets
  network: Network
}

/** One instance, its URL inside the network, and its data on a separate volume that outlives the instance. */
export function makeSearchServer({ stage, search, region, secrets, network: { vpc } }: SearchServer) {
  if (!vpc) throw new Error('A search server needs a stage with its own network.')
  const subnet = vpc.nodes.privateSubnets.apply((subnets) => {
    const [first] = subnets
    if (!first) throw new Error('The network has no private subnet.')
    return first
  })
  const credentials = keepCredentials(stage, secrets)
  const instance = new aws.ec2.Instance(
    'SearchServer',
    {
      instanceType: search.instanceType,
      ami: search.image ?? aws.ssm.getParameterOutput({ name: AMAZON_LINUX_IMAGE }).value,
      subnetId: subnet.id,
      vpcSecurityGroupIds: [makeSecurityGroup(vpc).id],
      iamInstanceProfile: credentials.profile.name,
      metadataOptions: { httpTokens: 'required' },
      rootBlockDevice: { volumeType: 'gp3', encrypted: true },
      userData: credentials.script.apply((parts) =>
        searchServerScript({ ...parts, region, port: PORT, version: search.version }),
      ),
      userDataReplaceOnChange: true,
      tags: { Name: `${$app.name}-${stage}-search` },
    },
    {
      // Without an image in the settings, a newer one replaces no instance.
      ignoreChanges: search.image === undefined ? ['ami'] : [],
      // One volume cannot serve two instances.
      deleteBeforeReplace: true,
    },
  )
  attachVolume(stage, search.volumeGb, subnet.availabilityZone, instance)
  return {
    url: nameInstance(vpc, instance),
    ca: credentials.certificate,
    instanceId: instance.id,
  }
}

/** What the boot script of the instance needs: its keys in the parameter store, and the right to read them. */
function keepCredentials(stage: string, secrets: Secrets) {
  const { certificate, certificateKey } = getCertificate(secrets)
  // The script contains only the names of both secrets.
  const keep = (resource: string, name: string, value: $util.Output<string>) =>
    new aws.ssm.Parameter(resource, { name: `/${$app.name}/${stage}/${name}`, type: 'SecureString', value })
  const key = keep('SearchKey', 'search-key', secrets.searchIndexKey.value)
  const tlsKey = keep('SearchTlsKey', 'search-tls-key', certificateKey)
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
    // Packages, the image, keys and sessions, all by https. DNS and time are not subject to security groups.
    egress: [{ protocol: 'tcp', fromPort: 443, toPort: 443, cidrBlocks: ['0.0.0.0/0'] }],
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
): void {
  const retained = stageKindOf(stage) === 'production'
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
  new aws.ec2.VolumeAttachment(
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

/** Gives the instance its private name and returns the URL. A new instance gets the name without a deployment of functions. */
function nameInstance(vpc: sst.aws.Vpc, instance: aws.ec2.Instance): $util.Output<string> {
  const namespace = vpc.nodes.cloudmapNamespace
  const service = new aws.servicediscovery.Service('SearchName', {
    name: HOST,
    dnsConfig: {
      namespaceId: namespace.id,
      dnsRecords: [{ type: 'A', ttl: 10 }],
      routingPolicy: 'MULTIVALUE',
    },
    forceDestroy: true,
  })
  const registered = new aws.servicediscovery.Instance('SearchNameInstance', {
    serviceId: service.id,
    instanceId: HOST,
    attributes: { AWS_INSTANCE_IPV4: instance.privateIp },
  })
  return $util
    .all([service.name, namespace.name, registered.id])
    .apply(([name, domain]) => `https://${name}.${domain}:${PORT}`)
}
