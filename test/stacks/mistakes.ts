import {
  type BuildRequest,
  type Graph,
  getFunction,
  getOne,
  getRole,
  type Resource,
  type Stages,
} from './graph.ts'

/** A mistake in stacks/ or functions/, and the message of the tests. */
export interface Mistake {
  /** As the operations guide lists it. */
  name: string
  /** Makes the mistake in a copy of the stages. */
  make(stages: Stages): void
  message: string
}

const QUEUE = 'aws:sqs/queue:Queue'
const SECURITY_GROUP = 'aws:ec2/securityGroup:SecurityGroup'
const SCHEDULE = 'aws:scheduler/schedule:Schedule'

function buildOf(graph: Graph, handler: string): BuildRequest {
  const build = graph.builds.find((one) => one.handler === handler)
  if (!build) throw new Error(`Nothing was bundled for ${handler}`)
  return build
}

const mappingOf = (graph: Graph, queue: string): Resource =>
  getOne(graph, 'aws:lambda/eventSourceMapping:EventSourceMapping', new RegExp(`^${queue}Queue`))

const remove = (graph: Graph, resource: Resource) => {
  graph.resources = graph.resources.filter((one) => one !== resource)
}

export const MISTAKES: readonly Mistake[] = [
  {
    name: 'a missing handler',
    make: ({ production }) => {
      buildOf(production, 'functions/http/health/handler.handler').handler =
        'functions/http/healthy/handler.handler'
    },
    message: 'Handler not found: functions/http/healthy/handler.handler',
  },
  {
    name: 'an export under another name',
    make: ({ production }) => {
      buildOf(production, 'functions/http/health/handler.handler').handler =
        'functions/http/health/handler.handle'
    },
    message: 'functions/http/health/handler.handle: no export "handle"',
  },
  {
    name: 'a handler that no stack names',
    make: ({ staging }) => {
      remove(staging, getFunction(staging, 'confirm'))
      staging.builds = staging.builds.filter(
        ({ handler }) => handler !== 'functions/http/confirm/handler.handler',
      )
    },
    message: 'functions/http/confirm/handler.handler is no function of the stage staging: name it in stacks/',
  },
  {
    name: 'a link that was removed',
    make: ({ production }) => {
      delete buildOf(production, 'functions/workers/index/handler.handler').links['SearchIndex']
    },
    message: 'functions/workers/index/handler.handler loads SearchIndex and is not linked to it',
  },
  {
    name: 'a link that nobody needs',
    make: ({ production }) => {
      buildOf(production, 'functions/http/health/handler.handler').links['Database'] = {}
    },
    message: 'functions/http/health/handler.handler is linked to Database and never loads it',
  },
  {
    name: 'a permission that is too wide',
    make: ({ production }) => {
      const role = getRole(production, getFunction(production, 'index'))
      const statement = { actions: ['sqs:*'], resources: ['*'] }
      role.inputs['inlinePolicies'] = [
        ...(role.inputs['inlinePolicies'] as unknown[]),
        { policy: JSON.stringify({ Statement: [statement] }) },
      ]
    },
    message: 'index may do what it does not need: sqs:* *',
  },
  {
    name: 'streaming switched off',
    make: ({ production }) => {
      for (const { inputs } of production.resources) delete inputs['responseTransferMode']
    },
    message: 'ANY /graphql/stream does not stream: its events would come all together, or never',
  },
  {
    name: 'partial responses switched off',
    make: ({ production }) => {
      delete mappingOf(production, 'Enrich').inputs['functionResponseTypes']
    },
    message: 'EnrichQueue: partial responses are off, so one bad item sends its whole batch back',
  },
  {
    name: 'a subscriber that was dropped',
    make: ({ production }) => remove(production, mappingOf(production, 'MailFeedback')),
    message: 'MailFeedbackQueue has 0 subscribers in the stage production; it needs one',
  },
  {
    name: 'a queue without dead letters',
    make: ({ production }) => {
      delete getOne(production, QUEUE, /^EmbedQueueQueue$/).inputs['redrivePolicy']
    },
    message: 'EmbedQueue has no dead-letter queue: a message that always fails returns for ever',
  },
  {
    name: 'a message that shows again while it is worked on',
    make: ({ production }) => {
      getOne(production, QUEUE, /^SweepJobQueueQueue$/).inputs['visibilityTimeoutSeconds'] = 30
    },
    message:
      'SweepJobQueue hides a message for 30 s: at least 300 s, the time-out of its job and a minute, or it runs twice',
  },
  {
    name: 'a schedule in a preview',
    make: ({ production, preview }) => {
      preview.resources.push(getOne(production, SCHEDULE, /^Schedule-sweep$/))
    },
    message: "Schedule-sweep runs on a schedule in the stage pr-7: schedules are production's",
  },
  {
    name: 'a rate with an s too many',
    make: ({ production }) => {
      getOne(production, SCHEDULE, /^Schedule-sweep$/).inputs['scheduleExpression'] = 'rate(1 minutes)'
    },
    message:
      'Schedule-sweep: rate(1 minutes) is no schedule; write cron(…) with six fields, or rate(1 minute), rate(5 minutes)',
  },
  {
    name: 'a database of production that can be deleted',
    make: ({ production }) => {
      getOne(production, 'aws:rds/instance:Instance', /./).inputs['deletionProtection'] = false
    },
    message: 'the database of production can be deleted',
  },
  {
    name: 'production left unprotected',
    make: ({ production }) => {
      production.app.protect = false
    },
    message: 'production is not retained and protected',
  },
  {
    name: 'more environments than the database has connections',
    make: ({ production }) => {
      getFunction(production, 'stream').inputs['reservedConcurrentExecutions'] = 400
    },
    message: 'the database has room for 440: lower a concurrency or raise maxConnections',
  },
  {
    name: 'a time-out beyond that of Lambda',
    make: ({ production }) => {
      getFunction(production, 'job-export-dataset').inputs['timeout'] = 1800
    },
    message: 'job-export-dataset: Lambda takes at most 900 s as a time-out',
  },
  {
    name: 'new code before the migrations',
    make: ({ production }) => {
      const migration = getOne(production, 'aws:lambda/invocation:Invocation', /^Migration$/)
      remove(production, migration)
      production.resources.push(migration)
    },
    message: 'graphql gets its code before the migrations have run',
  },
  {
    name: 'a function outside the network of its database',
    make: ({ staging }) => {
      delete getFunction(staging, 'unsubscribe').inputs['vpcConfig']
    },
    message: 'unsubscribe must be in the private network (stage staging)',
  },
  {
    name: 'an alarm on a series that nobody publishes',
    make: ({ production }) => {
      getOne(production, 'aws:cloudwatch/metricAlarm:MetricAlarm', /^EmbedLagAlarm$/).inputs['metricName'] =
        'OldestArticle'
    },
    message: 'EmbedLagAlarm uses OldestArticle, which is not published',
  },
  {
    name: 'an API without its firewall',
    make: ({ production }) =>
      remove(production, getOne(production, 'aws:wafv2/webAclAssociation:WebAclAssociation', /./)),
    message: 'the API of production has no firewall',
  },
  {
    name: 'no way out for the private subnets',
    make: ({ production }) => {
      for (const { type, inputs } of production.resources)
        if (type === 'aws:ec2/routeTable:RouteTable')
          inputs['routes'] = (inputs['routes'] as Record<string, unknown>[]).filter(
            (route) => route['networkInterfaceId'] === undefined,
          )
    },
    message: 'functions cannot reach internet on port 443 in the stage production',
  },
  {
    name: 'NAT instances that admit nothing from the network',
    make: ({ production }) => {
      getOne(production, SECURITY_GROUP, /^VpcNatInstance/).inputs['ingress'] = []
    },
    message:
      'search server cannot reach internet on port 443 in the stage production: it installs its program',
  },
  {
    name: 'a bastion that cannot reach the index',
    make: ({ production }) => {
      const [rule] = getOne(production, SECURITY_GROUP, /^Search/).inputs['ingress'] as [
        { securityGroups: string[] },
      ]
      rule.securityGroups = rule.securityGroups.slice(0, 1)
    },
    message:
      'bastion cannot reach search server on port 8108 in the stage production: the tunnel leads there',
  },
  {
    name: 'SSH open to everybody',
    make: ({ staging }) => {
      const { inputs } = getOne(staging, SECURITY_GROUP, /^VpcNatInstance/)
      inputs['ingress'] = [
        ...(inputs['ingress'] as unknown[]),
        { protocol: 'tcp', fromPort: 22, toPort: 22, cidrBlocks: ['0.0.0.0/0'] },
      ]
    },
    message: 'internet can reach bastion on port 22 in the stage staging: sessions need no open port',
  },
  {
    name: 'a sender of webhooks that reaches the index',
    make: ({ production }) => {
      const vpc = getFunction(production, 'deliver-webhook').inputs['vpcConfig']
      ;(vpc as { securityGroupIds: string[] }).securityGroupIds = ['VpcSecurityGroup-id']
    },
    message: 'senders can reach search server on port 8108 in the stage production: users choose the address',
  },
  {
    name: 'a database with a public address',
    make: ({ production }) => {
      getOne(production, 'aws:rds/instance:Instance', /./).inputs['publiclyAccessible'] = true
    },
    message: 'PostgresInstance has a public address in the stage production',
  },
  {
    name: 'a boot script that reaches no instance',
    make: ({ production }) => {
      getOne(production, 'aws:ec2/instance:Instance', /^SearchServer/).inputs['userDataReplaceOnChange'] =
        false
    },
    message: 'SearchServer keeps its old boot script in the stage production: replace it on a change',
  },
  {
    name: 'a volume of the index that goes with its resource',
    make: ({ production }) => {
      const { options } = getOne(production, 'aws:ebs/volume:Volume', /^SearchVolume/)
      Object.assign(options ?? {}, { retainOnDelete: false, protect: false })
    },
    message: 'SearchVolume of production would be deleted with its resource',
  },
  {
    name: 'a NAT instance that any newer image replaces',
    make: ({ staging }) => {
      const { options } = getOne(staging, 'aws:ec2/instance:Instance', /^VpcNatInstance1$/)
      Object.assign(options ?? {}, { ignoreChanges: [] })
    },
    message: 'VpcNatInstance1 is replaced by any newer image in the stage staging',
  },
  {
    name: 'a role whose name the policy of the deployer does not know',
    make: ({ production }) => {
      getOne(production, 'aws:iam/role:Role', /^SearchServerRole$/).inputs['name'] = 'SearchServerRole-4f1c'
    },
    message: 'the deployer of production may not iam:CreateRole SearchServerRole (aws:iam/role:Role)',
  },
  {
    name: 'a role with a policy of AWS that the deployer may not attach',
    make: ({ staging }) => {
      getOne(staging, 'aws:iam/role:Role', /^MigrateRole$/).inputs['managedPolicyArns'] = [
        'arn:aws:iam::aws:policy/AdministratorAccess',
      ]
    },
    message: 'the deployer of staging may not iam:AttachRolePolicy MigrateRole (aws:iam/role:Role)',
  },
  {
    name: 'a role for a service that the deployer may not pass it to',
    make: ({ production }) => {
      getOne(production, 'aws:iam/role:Role', /^SchedulerRole$/).inputs['assumeRolePolicy'] = JSON.stringify({
        Statement: [{ Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' } }],
      })
    },
    message: 'the deployer of production may not pass SchedulerRole to events.amazonaws.com',
  },
  {
    name: 'a server in a preview, whose deployer may make none',
    make: ({ staging, preview }) => {
      preview.resources.push(getOne(staging, 'aws:ec2/instance:Instance', /^SearchServer$/))
    },
    message: 'the deployer of pr-7 may not ec2:RunInstances SearchServer (aws:ec2/instance:Instance)',
  },
]
