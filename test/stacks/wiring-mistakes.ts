import { type Graph, getFunction, getOne, getRole, type Resource, revealed } from './graph.ts'
import type { Mistake } from './mistakes.ts'

const DISTRIBUTION = 'aws:cloudfront/distribution:Distribution'
const SECURITY_GROUP = 'aws:ec2/securityGroup:SecurityGroup'

/** Removes actions from the inline policies of a role. */
function forbid(role: Resource, action: string): void {
  const policies = role.inputs['inlinePolicies'] as { policy: unknown }[]
  for (const inline of policies) {
    const text = typeof inline.policy === 'string' ? inline.policy : JSON.stringify(inline.policy)
    inline.policy = text.replaceAll(`"${action}"`, '"sts:GetCallerIdentity"')
  }
}

const roleOf = (graph: Graph, name: string) => getRole(graph, getFunction(graph, name))

const linksOf = (graph: Graph, handler: string) => {
  const build = graph.builds.find((one) => one.handler === handler)
  if (!build) throw new Error(`Nothing was bundled for ${handler}`)
  return build.links
}

/** Mistakes in the wiring between resources: rights, addresses, keys, zones. */
export const WIRING_MISTAKES: readonly Mistake[] = [
  {
    name: 'pages without a content policy',
    make: ({ production }) => {
      const { inputs } = getOne(production, DISTRIBUTION, /^Site/)
      delete (inputs['defaultCacheBehavior'] as Record<string, unknown>)['responseHeadersPolicyId']
    },
    message: 'SiteCdnDistribution of production sends pages without a content policy',
  },
  {
    name: 'a site that the API refuses',
    make: ({ staging }) => {
      const settings = linksOf(staging, 'functions/graphql/handler.handler')['Settings']
      Object.assign(settings ?? {}, { corsOrigins: 'https://portal.example' })
    },
    message:
      'the API of staging answers no page of https://noticias-teste.exemplo.org: add it to corsOrigins',
  },
  {
    name: 'a site in a preview',
    make: ({ production, preview }) => {
      preview.resources.push(getOne(production, DISTRIBUTION, /^Site/))
    },
    message: 'SiteCdnDistribution is in a preview, which has no site',
  },
  {
    name: 'schedules of clippings that may not pass their role',
    make: ({ production }) => forbid(roleOf(production, 'release'), 'iam:PassRole'),
    message: 'release may not do what it needs: iam:PassRole ReleaseSchedulerRole',
  },
  {
    name: 'a missing right to list objects',
    make: ({ production }) => forbid(roleOf(production, 'ingest'), 's3:ListBucket'),
    message: 'ingest may not do what it needs: s3:ListBucket StorageBucket',
  },
  {
    name: 'mails that may not be sent',
    make: ({ chosen }) => forbid(roleOf(chosen, 'deliver-email'), 'ses:SendEmail'),
    message: 'deliver-email may not do what it needs: ses:SendEmail',
  },
  {
    name: 'links in mails without their secret',
    make: ({ production }) => {
      delete linksOf(production, 'functions/http/unsubscribe/handler.handler')['LinkSigning']
    },
    message: 'functions/http/unsubscribe/handler.handler loads LinkSigning and is not linked to it',
  },
  {
    name: 'an index without its key',
    make: ({ production }) => {
      linksOf(production, 'functions/graphql/handler.handler')['SearchIndex'] = {
        url: 'https://search.sst:8108',
        collection: 'news',
      }
    },
    message: 'functions/graphql/handler.handler gets no key of the index in the stage production',
  },
  {
    name: 'a function without the authorities of the database',
    make: ({ production }) => {
      delete linksOf(production, 'functions/http/ready/handler.handler')['Database']?.['ca']
    },
    message: 'pauta-production-ready cannot verify the certificate of the database',
  },
  {
    name: 'environments of GraphQL without a bound',
    make: ({ production }) => {
      delete getFunction(production, 'graphql').inputs['reservedConcurrentExecutions']
    },
    message: 'GraphqlFunction may open any number of connections; bound its concurrency',
  },
  {
    name: 'a job queue without dead letters',
    make: ({ production }) => {
      delete getOne(production, 'aws:sqs/queue:Queue', /^SweepJobQueueQueue$/).inputs['redrivePolicy']
    },
    message: 'SweepJobQueue has no dead-letter queue',
  },
  {
    name: 'a stream that the gateway ends early',
    make: ({ production }) => {
      getOne(production, 'aws:apigateway/integration:Integration', /^ApiRouteStream1Integration$/).inputs[
        'timeoutMilliseconds'
      ] = 29_000
    },
    message: 'the gateway ends a stream after 29 s, its function after 240 s',
  },
  {
    name: 'events of SES that no queue receives',
    make: ({ chosen }) => {
      const lost = getOne(chosen, 'aws:sns/topicSubscription:TopicSubscription', /^MailEvents/)
      chosen.resources = chosen.resources.filter((one) => one !== lost)
    },
    message: 'no worker reads the reports of SES: bounces would not stop mails',
  },
  {
    name: 'a topic that SES may not publish to',
    make: ({ chosen }) => {
      getOne(chosen, 'aws:sns/topicPolicy:TopicPolicy', /^MailEvents/).inputs['policy'] = JSON.stringify({
        Statement: [],
      })
    },
    message: 'SES may not publish to its topic: bounces would not stop mails',
  },
  {
    name: 'a scheduler that may not send',
    make: ({ production }) =>
      forbid(getOne(production, 'aws:iam/role:Role', /^SchedulerRole$/), 'sqs:SendMessage'),
    message: 'the scheduler may not send to SweepJobQueueQueue: its runs would be lost',
  },
  {
    name: 'an index that admits nobody',
    make: ({ production }) => {
      getOne(production, SECURITY_GROUP, /^Search/).inputs['ingress'] = []
    },
    message:
      'functions cannot reach search server on port 8108 in the stage production: every search asks it',
  },
  {
    name: 'senders that cannot reach the ledger',
    make: ({ production }) => {
      const { inputs } = getOne(production, SECURITY_GROUP, /^Outbound/)
      inputs['egress'] = (inputs['egress'] as { fromPort: number }[]).filter(
        ({ fromPort }) => fromPort !== 5432,
      )
    },
    message: 'senders cannot reach database on port 5432 in the stage production: the ledger is in it',
  },
  {
    name: 'a volume in another zone than its instance',
    make: ({ production }) => {
      getOne(production, 'aws:ebs/volume:Volume', /^SearchVolume/).inputs['availabilityZone'] = 'us-east-2b'
    },
    message: 'a volume in us-east-2b belongs to an instance in us-east-2a',
  },
  {
    name: 'a boot script that does not mount the volume',
    make: ({ production }) => {
      const { inputs } = getOne(production, 'aws:ec2/instance:Instance', /^SearchServer$/)
      const script = String(revealed(inputs['userData']))
      inputs['userData'] = script.replace('mountpoint -q /srv/search || mount /srv/search', 'true')
    },
    message:
      'SearchServer does not mount its volume in the stage production: its data would be on the wrong disk',
  },
]
