import { setImmediate as nextTurn } from 'node:timers/promises'
import * as pulumi from '@pulumi/pulumi'
import type { StageSettings } from '../../stacks/stages/stage-settings.ts'
import type { Graph, LookUp, Resource, ResourceOptions } from './graph.ts'

/*
 * Replaces Pulumi's engine inside the synthesis process. It records every resource that the program requests and
 * answers with plausible ids, so that values that depend on them are computed too. It checks nothing.
 */

const ACCOUNT = '123456789012'
/** The stage that the process evaluates: see synth.ts. */
declare const $synth: { settings: StageSettings }

/** The hosted zone of the names of the stage: the last two labels of any of them. */
function nameZone(): string {
  const { domain, site } = $synth.settings
  const named = [domain, site.domain].find(({ kind }) => kind === 'route53')
  return named && 'name' in named ? named.name.split('.').slice(-2).join('.') : 'example.org'
}

const resources: Resource[] = []
const lookUps: LookUp[] = []
/** By type and name, as the engine gets them with each resource. */
const options = new Map<string, ResourceOptions>()
let hasFailed = false

/** The parameters of staging for previews. */
const SHARED = {
  privateSubnets: ['VpcPrivateSubnet1-id', 'VpcPrivateSubnet2-id'],
  securityGroups: ['VpcSecurityGroup-id'],
  outboundSecurityGroups: ['OutboundSecurityGroup-id'],
  databaseId: 'staging-database',
  searchUrl: 'https://search.sst:8108',
  searchNodes: '',
  searchCa: 'certificate-of-staging',
}

export function start(project: string, stack: string, region: string): void {
  void pulumi.runtime.setMocks(
    {
      async newResource(args) {
        const inputs = args.inputs as Record<string, unknown>
        resources.push({ type: args.type, name: args.name, inputs, ...(args.id ? { readId: args.id } : {}) })
        // An engine answers later. Node reports an unhandled rejection only between two turns, so without a turn here a
        // program that fails early would run to its end.
        await nextTurn()
        if (hasFailed) await new Promise(() => {})
        return {
          id: args.id || `${args.name}-id`,
          state: { ...invent(args.type, args.name, region), ...inputs },
        }
      },
      call(args) {
        const inputs = args.inputs as Record<string, unknown>
        lookUps.push({ token: args.token, inputs })
        return answerCall(args.token, inputs, region)
      },
    },
    project,
    stack,
    false,
  )
  recordOptions()
}

/** Mocks do not get the options of a resource, so they are read from the request to the engine. */
function recordOptions(): void {
  const monitor = pulumi.runtime.getMonitor()
  if (!monitor) throw new Error('Pulumi has no monitor: its mocks are not set.')
  const register = monitor.registerResource.bind(monitor)
  Object.assign(monitor, {
    registerResource(...call: Parameters<typeof register>) {
      const [request] = call
      options.set(`${request.getType()} ${request.getName()}`, {
        protect: request.getProtect() ?? false,
        retainOnDelete: request.getRetainondelete() ?? false,
        deleteBeforeReplace: request.getDeletebeforereplace(),
        ignoreChanges: request.getIgnorechangesList(),
        replaceOnChanges: request.getReplaceonchangesList(),
      })
      return register(...call)
    },
  })
}

/** Properties that a provider would fill in; a resource's own inputs win over them. */
function invent(type: string, name: string, region: string): Record<string, unknown> {
  const service = type.split(':')[1]?.split('/')[0] ?? 'unknown'
  const slug = name.toLowerCase()
  return {
    arn: `arn:aws:${service}:${region}:${ACCOUNT}:${name}`,
    name,
    url: `https://${service}.${region}.amazonaws.com/${ACCOUNT}/${name}`,
    executionArn: `arn:aws:execute-api:${region}:${ACCOUNT}:${slug}`,
    invokeArn: `arn:aws:apigateway:${region}:lambda:path/2015-03-31/functions/${name}/invocations`,
    responseStreamingInvokeArn: `arn:aws:apigateway:${region}:lambda:path/2021-11-15/functions/${name}`,
    endpoint: `${slug}.example.internal:5432`,
    availabilityZone: `${region}a`,
    username: 'postgres',
    dbName: 'pauta',
    port: 5432,
    primaryNetworkInterfaceId: `${name}-interface`,
    privateIp: '10.0.4.9',
    cidrBlock: '10.0.0.0/16',
    ...(service === 'cloudfront' && { domainName: `${slug}.cloudfront.net`, hostedZoneId: 'Z2FDTNDATAQYW2' }),
    rootResourceId: `${name}-root`,
    version: 1,
    result: 'x'.repeat(32),
    domainValidationOptions: [
      {
        domainName: nameZone(),
        resourceRecordName: `_x.${nameZone()}`,
        resourceRecordType: 'CNAME',
        resourceRecordValue: '_y.acm-validations.aws.',
      },
    ],
    tagsAll: {
      'sst:component-version': '2',
      'sst:ref-version': '2',
      'sst:lookup:password': 'password-secret',
    },
  }
}

function answerCall(token: string, inputs: Record<string, unknown>, region: string): Record<string, unknown> {
  switch (token) {
    case 'aws:index/getRegion:getRegion':
      return { name: region, region, id: region }
    case 'aws:index/getPartition:getPartition':
      return { partition: 'aws', dnsSuffix: 'amazonaws.com', id: 'aws' }
    case 'aws:index/getCallerIdentity:getCallerIdentity':
      return { accountId: ACCOUNT, arn: `arn:aws:iam::${ACCOUNT}:root`, userId: 'user' }
    case 'aws:index/getAvailabilityZones:getAvailabilityZones':
      return { names: ['a', 'b', 'c'].map((zone) => region + zone), zoneIds: ['1', '2', '3'] }
    case 'aws:iam/getPolicyDocument:getPolicyDocument':
      return { ...inputs, json: JSON.stringify({ Statement: inputs['statements'] ?? [] }) }
    case 'aws:ec2/getAmi:getAmi':
      return { id: 'ami-1', imageId: 'ami-1' }
    case 'aws:route53/getZone:getZone':
      return { ...inputs, id: inputs['zoneId'], name: nameZone() }
    case 'aws:ssm/getParameter:getParameter':
      return {
        ...inputs,
        value: String(inputs['name']).endsWith('/shared') ? JSON.stringify(SHARED) : 'ami-1',
      }
    case 'aws:secretsmanager/getSecretVersion:getSecretVersion':
      return { ...inputs, secretString: JSON.stringify({ username: 'postgres', password: 'from-staging' }) }
    default:
      throw new Error(`The mock engine has no answer for ${token}; add one to test/stacks/mock-engine.ts`)
  }
}

/** Pulumi marks a secret with this key. Tests check the mark and the value. */
const SECRET_MARK = '4dabf18193072939515e22adb298388d'

const unwrapSecret = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && SECRET_MARK in value && 'value' in value
    ? { secret: value.value }
    : value

/**
 * Runs the program, then prints the graph on one line, or its first error. Returns when the program makes no more
 * requests, so that the next stage of the process can start.
 */
export async function finish(
  app: Graph['app'],
  program: () => Promise<Record<string, unknown>>,
): Promise<void> {
  const failure = Promise.withResolvers<never>()
  const fail = (error: unknown) => failure.reject(error)
  const explainExit = (code: number) => {
    if (code === 13) process.stderr.write(`The program never settled; last: ${resources.at(-1)?.name}\n`)
  }
  process.on('unhandledRejection', fail)
  process.on('uncaughtException', fail)
  process.on('exit', explainExit)
  try {
    await Promise.race([evaluate(program), failure.promise])
    print('graph', { app, lookUps, resources: resources.map(withOptions) })
  } catch (error) {
    print('failure', error instanceof Error ? error.stack : String(error))
    // The engine answers no more, so the program stops where it is. Node then has nothing left to do.
    hasFailed = true
    await new Promise((resolve) => process.once('beforeExit', resolve))
  }
  // The next stage of the process has handlers of its own.
  process.off('unhandledRejection', fail).off('uncaughtException', fail).off('exit', explainExit)
}

async function evaluate(program: () => Promise<Record<string, unknown>>): Promise<void> {
  await pulumi.runtime.runInPulumiStack(program)
  await pulumi.runtime.disconnect()
}

const withOptions = (resource: Resource): Resource => {
  const own = options.get(`${resource.type} ${resource.name}`)
  return { ...resource, ...(own && { options: own }) }
}

function print(kind: 'graph' | 'failure', result: unknown): void {
  process.stdout.write(`~${kind}${JSON.stringify(result, (_, value: unknown) => unwrapSecret(value))}\n`)
}
