import { AMAZON_LINUX_IMAGE } from './amazon-linux.ts'
import { searchServerScript } from './search-server-script.ts'
import {
  attachVolume,
  keepCredentials,
  makeSecurityGroup,
  nameServer,
  PORT,
  type SearchServer,
  type ServedIndex,
} from './search-servers.ts'

/** One instance, its URL inside the network, and its data on a separate volume that outlives the instance. */
export function makeSingleServer({ stage, search, region, secrets, network }: SearchServer): ServedIndex {
  const { vpc } = network
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
      ami: aws.ssm.getParameterOutput({ name: AMAZON_LINUX_IMAGE }).value,
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
    // A newer image does not justify downtime of search. One volume cannot serve two instances.
    { ignoreChanges: ['ami'], deleteBeforeReplace: true },
  )
  attachVolume({
    stage,
    sizeGb: search.volumeGb,
    availabilityZone: subnet.availabilityZone,
    instance,
    suffix: '',
  })
  const url = nameServer(vpc, { host: 'search', address: instance.privateIp, suffix: '' })
  return { url, nodes: '', ca: credentials.certificate, instanceIds: [instance.id] }
}
