import { BlockList } from 'node:net'
import { type Graph, listFunctions, listOfType, type Resource } from './graph.ts'

/*
 * Computes which connections the network of a stage lets through, from security groups, subnets and routes. Network
 * ACLs are not modelled: no stack creates any.
 */

/** Anything with a network interface: a function, an instance, a database server, a task. */
export interface Place {
  name: string
  subnets: readonly string[]
  groups: readonly string[]
  isPublic: boolean
}

interface GroupRule {
  protocol: string
  fromPort: number
  toPort: number
  cidrBlocks?: string[]
  securityGroups?: string[]
  self?: boolean
}

interface Route {
  cidrBlock: string
  gatewayId?: string
  networkInterfaceId?: string
}

const INSTANCE = 'aws:ec2/instance:Instance'
const ANYWHERE = '0.0.0.0/0'

const listStrings = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : [])
const idOf = ({ name }: Resource) => `${name}-id`

/** Whether every address of the second block is in the first one. */
function contains(outer: string, inner: string): boolean {
  const [[address = '', length = '32'], [innerAddress = '', innerLength = '32']] = [
    outer.split('/'),
    inner.split('/'),
  ]
  const block = new BlockList()
  block.addSubnet(address, Number(length))
  return Number(innerLength) >= Number(length) && block.check(innerAddress)
}

function getById(graph: Graph, type: RegExp, id: string): Resource {
  const found = graph.resources.find((one) => type.test(one.type) && idOf(one) === id)
  if (!found) throw new Error(`No resource of type ${type} has the ID ${id}`)
  return found
}

const cidrOf = (graph: Graph, subnet: string) =>
  String(getById(graph, /^aws:ec2\/subnet:/, subnet).inputs['cidrBlock'])

/** A function in the network. Throws for a function outside of it. */
export function placeOfFunction(graph: Graph, name: string): Place {
  const wanted = `${graph.app.name}-${graph.app.stage}-${name}`
  const fn = listFunctions(graph).find(({ inputs }) => inputs['name'] === wanted)
  const vpc = fn?.inputs['vpcConfig'] as { subnetIds: string[]; securityGroupIds: string[] } | undefined
  if (!vpc) throw new Error(`${wanted} is not in the network`)
  // An interface of Lambda never has a public address, in any subnet.
  return { name, subnets: vpc.subnetIds, groups: vpc.securityGroupIds, isPublic: false }
}

export function placeOfInstance(graph: Graph, instance: Resource): Place {
  const subnet = String(instance.inputs['subnetId'])
  const { inputs } = getById(graph, /^aws:ec2\/subnet:/, subnet)
  return {
    name: instance.name,
    subnets: [subnet],
    groups: listStrings(instance.inputs['vpcSecurityGroupIds']),
    isPublic: inputs['mapPublicIpOnLaunch'] === true,
  }
}

/** A database server. Without its own groups, it has the default group of its network. */
export function placeOfDatabase(graph: Graph, server: Resource): Place {
  const group = listOfType(graph, 'aws:rds/subnetGroup:SubnetGroup').find(
    ({ inputs }) => inputs['name'] === server.inputs['dbSubnetGroupName'],
  )
  const own = listStrings(server.inputs['vpcSecurityGroupIds'])
  const defaults = listOfType(graph, 'aws:ec2/defaultSecurityGroup:DefaultSecurityGroup').map(idOf)
  return {
    name: server.name,
    subnets: listStrings(group?.inputs['subnetIds']),
    groups: own.length > 0 ? own : defaults,
    isPublic: server.inputs['publiclyAccessible'] === true,
  }
}

function listRules(graph: Graph, place: Place, direction: 'ingress' | 'egress'): GroupRule[] {
  return place.groups.flatMap((id) => {
    const { inputs } = getById(graph, /^aws:ec2\/(default)?s?S?ecurityGroup:/, id)
    const rules = (inputs[direction] ?? []) as GroupRule[]
    return rules.map((rule) => ({
      ...rule,
      securityGroups: [...(rule.securityGroups ?? []), ...(rule.self ? [id] : [])],
    }))
  })
}

const coversPort = ({ protocol, fromPort, toPort }: GroupRule, port: number) =>
  protocol === '-1' || (protocol === 'tcp' && fromPort <= port && port <= toPort)

/** Whether one of the rules allows a port, to or from any address of the block or a member of the groups. */
function admits(
  rules: readonly GroupRule[],
  port: number,
  block: string,
  groups: readonly string[],
): boolean {
  return rules.some(
    (rule) =>
      coversPort(rule, port) &&
      ((rule.cidrBlocks ?? []).some((cidr) => contains(cidr, block)) ||
        (rule.securityGroups ?? []).some((id) => groups.includes(id))),
  )
}

/** The route of a subnet to addresses outside of the network. */
function findRouteOut(graph: Graph, subnet: string): Route | undefined {
  const association = listOfType(graph, 'aws:ec2/routeTableAssociation:RouteTableAssociation').find(
    ({ inputs }) => inputs['subnetId'] === subnet,
  )
  if (!association) return undefined
  const table = getById(graph, /^aws:ec2\/routeTable:/, String(association.inputs['routeTableId']))
  return ((table.inputs['routes'] ?? []) as Route[]).find(({ cidrBlock }) => cidrBlock === ANYWHERE)
}

const leadsToGateway = (graph: Graph, subnet: string) => findRouteOut(graph, subnet)?.gatewayId !== undefined

/** Whether a NAT instance forwards packets of a subnet for a port. */
function passesOn(graph: Graph, networkInterface: string, subnet: string, port: number): boolean {
  const instance = listOfType(graph, INSTANCE).find(({ name }) => `${name}-interface` === networkInterface)
  if (!instance || instance.inputs['sourceDestCheck'] !== false) return false
  const place = placeOfInstance(graph, instance)
  return (
    admits(listRules(graph, place, 'ingress'), port, cidrOf(graph, subnet), []) &&
    admits(listRules(graph, place, 'egress'), port, ANYWHERE, []) &&
    reachesInternet(graph, place, port)
  )
}

/** Whether a place can open a connection to any public address at a port, from each of its subnets. */
export function reachesInternet(graph: Graph, place: Place, port: number): boolean {
  if (place.subnets.length === 0 || !admits(listRules(graph, place, 'egress'), port, ANYWHERE, []))
    return false
  return place.subnets.every((subnet) => {
    const route = findRouteOut(graph, subnet)
    if (!route) return false
    if (route.gatewayId !== undefined) return place.isPublic
    const { networkInterfaceId } = route
    return networkInterfaceId !== undefined && passesOn(graph, networkInterfaceId, subnet, port)
  })
}

/** Whether any address on the internet can open a connection to a place at a port. */
export function isOpenToInternet(graph: Graph, place: Place, port: number): boolean {
  return (
    place.isPublic &&
    place.subnets.some((subnet) => leadsToGateway(graph, subnet)) &&
    admits(listRules(graph, place, 'ingress'), port, ANYWHERE, [])
  )
}

/** Whether a place can open a connection to another one of its network at a port, from and to each of their subnets. */
export function reaches(graph: Graph, from: Place, to: Place, port: number): boolean {
  const egress = listRules(graph, from, 'egress')
  const ingress = listRules(graph, to, 'ingress')
  return (
    from.subnets.length > 0 &&
    from.subnets.every((source) =>
      to.subnets.every(
        (target) =>
          admits(egress, port, cidrOf(graph, target), to.groups) &&
          admits(ingress, port, cidrOf(graph, source), from.groups),
      ),
    )
  )
}
