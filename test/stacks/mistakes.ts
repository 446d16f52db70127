import {
  type BuildRequest,
  type Graph,
  getFunction,
  getOne,
  getRole,
  type Resource,
  type Stages,
} from './graph.ts'

/** A mistake that somebody may make in stacks/ or functions/, and what the tests say to it. */
export interface Mistake {
  /** As the operations guide lists it. */
  name: string
  /** Makes it, in a copy of what the stages would consist of. */
  make(stages: Stages): void
  message: string
}

const QUEUE = 'aws:sqs/queue:Queue'
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
    name: 'a handler that is not there',
    make: ({ production }) => {
      buildOf(production, 'functions/http/health.handler').handler = 'functions/http/healthy.handler'
    },
    message: 'Handler not found: functions/http/healthy.handler',
  },
  {
    name: 'an export under another name',
    make: ({ production }) => {
      buildOf(production, 'functions/http/health.handler').handler = 'functions/http/health.handle'
    },
    message: 'functions/http/health.handle: no export "handle"',
  },
  {
    name: 'a handler that no stack names',
    make: ({ staging }) => {
      remove(staging, getFunction(staging, 'confirm'))
      staging.builds = staging.builds.filter(({ handler }) => handler !== 'functions/http/confirm.handler')
    },
    message: 'functions/http/confirm.handler is no function of the stage staging: name it in stacks/',
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
      buildOf(production, 'functions/http/health.handler').links['Database'] = {}
    },
    message: 'functions/http/health.handler is linked to Database and never loads it',
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
    message: 'EmbedQueue has no dead-letter queue: a message that cannot be dealt with comes back for ever',
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
    message: 'the database has room for 220: lower a concurrency or raise maxConnections',
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
    message: 'unsubscribe must stand in the private network (stage staging)',
  },
  {
    name: 'an alarm on a series that nobody publishes',
    make: ({ production }) => {
      getOne(production, 'aws:cloudwatch/metricAlarm:MetricAlarm', /^EmbedLagAlarm$/).inputs['metricName'] =
        'OldestArticle'
    },
    message: 'EmbedLagAlarm looks at OldestArticle, which nothing publishes',
  },
  {
    name: 'an API without its firewall',
    make: ({ production }) =>
      remove(production, getOne(production, 'aws:wafv2/webAclAssociation:WebAclAssociation', /./)),
    message: 'the API of production stands without its firewall',
  },
]
