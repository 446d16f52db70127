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
import type { SearchMachine, SearchPlace, SingleSearch } from './settings.ts'

/** The first place has no suffix, so that its resources keep their names. */
const SUFFIX: Record<SearchPlace, string> = { a: '', b: 'B' }
/** A new key replaces both servers, and the function waits for the one that answers. */
const COMPARE_TIMEOUT_SECONDS = 900

interface Server {
  place: SearchPlace
  instance: aws.ec2.Instance
  url: $util.Output<string>
}

/**
 * One instance, its URL inside the network, and its data on a separate volume that outlives the instance. While settings
 * name a second one, both run. `search.sst` leads to the server of `place`; each server has a name of its own too.
 */
export function makeSingleServer(server: SearchServer<SingleSearch>): ServedIndex {
  const { stage, search, region, secrets, network } = server
  const { vpc } = network
  if (!vpc) throw new Error('A search server needs a stage with its own network.')
  const subnet = vpc.nodes.privateSubnets.apply((subnets) => {
    const [first] = subnets
    if (!first) throw new Error('The network has no private subnet.')
    return first
  })
  const credentials = keepCredentials(stage, secrets)
  const group = makeSecurityGroup(vpc)
  const start = (place: SearchPlace, machine: SearchMachine, isSpare: boolean): Server => {
    const suffix = SUFFIX[place]
    const instance = new aws.ec2.Instance(
      `SearchServer${suffix}`,
      {
        ...describeInstance(machine),
        subnetId: subnet.id,
        vpcSecurityGroupIds: [group.id],
        iamInstanceProfile: credentials.profile.name,
        userData: credentials.script.apply((parts) =>
          searchServerScript({ ...parts, region, port: PORT, version: machine.version }),
        ),
        tags: { Name: `${$app.name}-${stage}-search-${place}` },
      },
      instanceOptions(machine),
    )
    const { availabilityZone } = subnet
    attachVolume({ stage, sizeGb: machine.volumeGb, availabilityZone, instance, suffix, isSpare })
    const name = makeName(vpc, `search-${place}`, `Of${place.toUpperCase()}`)
    pointName(name, instance.privateIp)
    return { place, instance, url: name.url }
  }
  const place = search.place ?? 'a'
  const live = start(place, search, false)
  const second = search.second && start(place === 'a' ? 'b' : 'a', search.second, true)
  const name = makeName(vpc, 'search', '')
  return {
    url: name.url,
    nodes: '',
    ca: credentials.certificate,
    ...(second && { secondUrl: second.url }),
    start(functionArgs): RunningServers {
      const dependsOn = second ? [compareServers(functionArgs, live, second)] : []
      const ready = pointName(name, live.instance.privateIp, { dependsOn })
      return { instanceIds: [live.instance.id], ready }
    },
  }
}

/**
 * Stops a deployment that would lead the name of the index to a server without the documents of the other one. `npm run
 * patch-search` calls the same function.
 */
function compareServers(
  functionArgs: FunctionArgsMaker,
  live: Server,
  second: Server,
): aws.lambda.Invocation {
  const compare = new sst.aws.Function(
    'CompareSearchServers',
    functionArgs({
      name: 'compare-search-servers',
      handler: 'functions/migrate/compare-search-servers.handler',
      purpose: 'Compare two search servers before one takes over from the other.',
      config: ['settings', 'index'],
      timeoutSeconds: COMPARE_TIMEOUT_SECONDS,
      memoryMb: 256,
      reservedConcurrency: 1,
    }),
  )
  return new aws.lambda.Invocation('SearchServersCompared', {
    functionName: compare.name,
    input: $jsonStringify({ live: live.url, second: second.url }),
    triggers: { live: live.instance.id, second: second.instance.id },
  })
}
