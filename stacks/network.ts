import type { SharedByStaging } from './shared.ts'

/** Where functions run that reach the database or the index. */
export interface Network {
  privateSubnets: $util.Output<string[]>
  securityGroups: $util.Output<string[]>
  /** Absent in previews, which stand in staging's network. */
  vpc?: sst.aws.Vpc
}

/**
 * A network over two zones. Small instances do the address translation (a managed gateway costs ten times as much),
 * and the first of them is also the bastion that `sst tunnel` goes through.
 */
export function makeNetwork(shared: SharedByStaging | undefined): Network {
  if (shared) return { privateSubnets: shared.privateSubnets, securityGroups: shared.securityGroups }
  const vpc = new sst.aws.Vpc('Vpc', {
    az: 2,
    nat: 'ec2',
    bastion: true,
    transform: {
      // As it comes, this group admits every protocol from anywhere; the bastion needs SSH with its key, no more.
      natSecurityGroup: (args) => {
        args.ingress = [
          { protocol: '-1', fromPort: 0, toPort: 0, cidrBlocks: ['10.0.0.0/16'] },
          { protocol: 'tcp', fromPort: 22, toPort: 22, cidrBlocks: ['0.0.0.0/0'] },
        ]
      },
    },
  })
  return { privateSubnets: $output(vpc.privateSubnets), securityGroups: $output(vpc.securityGroups), vpc }
}
