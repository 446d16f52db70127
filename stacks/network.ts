import { AMAZON_LINUX_IMAGE } from './amazon-linux.ts'
import { NAT_SCRIPT } from './nat-script.ts'
import type { StageSettings } from './stages/stage-settings.ts'
import type { SharedByStaging } from './shared-by-staging.ts'

/** The default of SST's network component. */
const VPC_CIDR = '10.0.0.0/16'
const POSTGRES_PORT = 5432
/** RDS asks for two. */
const ZONES = 2

/** Subnets and security groups of the functions that reach the database or the index. */
export interface Network {
  privateSubnets: $util.Output<string[]>
  securityGroups: $util.Output<string[]>
  /** For functions that call addresses which users give. */
  outboundSecurityGroups: $util.Output<string[]>
  /** Absent in previews, which use staging's network. */
  vpc?: sst.aws.Vpc
  /** The ids of the NAT instances by their names; none in previews. */
  natInstances: Record<string, $util.Output<string>>
}

/**
 * Creates a network over two zones, with a way out for the private subnets and a bastion for `npm run tunnel`. Previews use
 * the network of staging.
 */
export function makeNetwork({ nat }: StageSettings, shared: SharedByStaging | undefined): Network {
  if (shared) {
    const { privateSubnets, securityGroups, outboundSecurityGroups } = shared
    return { privateSubnets, securityGroups, outboundSecurityGroups, natInstances: {} }
  }
  const vpc = new sst.aws.Vpc('Vpc', {
    az: ZONES,
    // Without an image, SST uses the newest image of fck-nat, which its publisher may withdraw at any time.
    nat: { type: 'ec2', ec2: { instance: nat.instance, ami: nat.image || readAmazonLinuxImage() } },
    // SST makes the first NAT instance the bastion.
    bastion: true,
    transform: {
      // SST admits every protocol from anywhere. Session Manager needs no open port: the agent connects outwards.
      natSecurityGroup: (args) => {
        args.ingress = [{ protocol: '-1', fromPort: 0, toPort: 0, cidrBlocks: [VPC_CIDR] }]
      },
      natInstance: prepareInstance(nat.image !== ''),
    },
  })
  makeStorageEndpoint(vpc)
  const outbound = makeOutboundGroup(vpc)
  return {
    privateSubnets: $output(vpc.privateSubnets),
    securityGroups: $output(vpc.securityGroups),
    outboundSecurityGroups: $output([outbound.id]),
    vpc,
    natInstances: Object.fromEntries(
      Array.from({ length: ZONES }, (_, at) => [`Nat${at + 1}`, getNatInstance(vpc, at)]),
    ),
  }
}

const getNatInstance = (vpc: sst.aws.Vpc, at: number): $util.Output<string> =>
  $output(vpc.nodes.natInstances).apply((instances) => {
    const instance = instances[at]
    if (!instance) throw new Error(`The network has no NAT instance in its zone ${at + 1}.`)
    return instance.id
  })

const readAmazonLinuxImage = () => aws.ssm.getParameterOutput({ name: AMAZON_LINUX_IMAGE }).value

/**
 * Without an image in the settings, keeps that of the first deployment, so that a newer image replaces no running
 * instance.
 */
const prepareInstance =
  (hasChosenImage: boolean) =>
  (args: aws.ec2.InstanceArgs, options: $util.CustomResourceOptions): undefined => {
    args.metadataOptions = { httpTokens: 'required' }
    args.rootBlockDevice = { volumeType: 'gp3', encrypted: true }
    args.userData = NAT_SCRIPT
    args.userDataReplaceOnChange = true
    if (!hasChosenImage) options.ignoreChanges = ['ami']
  }

/** Requests to S3 leave through this endpoint, which is free, instead of through the way out. */
function makeStorageEndpoint(vpc: sst.aws.Vpc): aws.ec2.VpcEndpoint {
  return new aws.ec2.VpcEndpoint('StorageEndpoint', {
    vpcId: vpc.id,
    serviceName: $interpolate`com.amazonaws.${aws.getRegionOutput().region}.s3`,
    vpcEndpointType: 'Gateway',
    routeTableIds: vpc.nodes.privateRouteTables.apply((tables) => tables.map(({ id }) => id)),
    tags: { Name: `${$app.name}-${$app.stage}-storage` },
  })
}

/**
 * The last guard for calls to addresses that users give. Whatever the address, such a function reaches only public
 * HTTPS and the database, never the index or another port of this network. DNS is not subject to security groups.
 */
function makeOutboundGroup(vpc: sst.aws.Vpc) {
  return new aws.ec2.SecurityGroup('OutboundSecurityGroup', {
    vpcId: vpc.id,
    description: 'Senders to addresses that users give',
    egress: [
      { protocol: 'tcp', fromPort: 443, toPort: 443, cidrBlocks: ['0.0.0.0/0'], ipv6CidrBlocks: ['::/0'] },
      { protocol: 'tcp', fromPort: POSTGRES_PORT, toPort: POSTGRES_PORT, cidrBlocks: [VPC_CIDR] },
    ],
  })
}
