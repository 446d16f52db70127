import {
  getBuild,
  getFunction,
  getOne,
  type Graph,
  jsonOf,
  listFunctions,
  listOfType,
  numberOf,
  revealed,
} from '../graph.ts'
import { listGraphs, type Rule } from './functions.ts'

interface Statement {
  Effect: string
  Action: string | string[]
  Resource: string | string[]
  Principal?: { Service?: string }
}

const statementsOf = (policy: unknown) =>
  (JSON.parse(String(revealed(policy))) as { Statement: Statement[] }).Statement

const withLink = (graph: Graph, link: string) =>
  listFunctions(graph).filter((fn) => link in getBuild(graph, fn).links)

/** Every function with a link to the index has its address, its key and its alias. */
export const findEmptyLinks: Rule = (stages) =>
  listGraphs(stages).flatMap((graph) =>
    withLink(graph, 'SearchIndex').flatMap((fn) => {
      const { handler, links } = getBuild(graph, fn)
      return ['url', 'key', 'collection']
        .filter((property) => !links['SearchIndex']?.[property])
        .map((property) => `${handler} gets no ${property} of the index in the stage ${graph.app.stage}`)
    }),
  )

/** Every function with a link to the database has the authorities that sign its certificate. */
export const findUnverifiedDatabases: Rule = (stages) =>
  listGraphs(stages).flatMap((graph) =>
    withLink(graph, 'Database')
      .filter((fn) => !String(getBuild(graph, fn).links['Database']?.['ca']).includes('BEGIN CERTIFICATE'))
      .map(({ inputs }) => `${String(inputs['name'])} cannot verify the certificate of the database`),
  )

/** The gateway waits for a stream as long as its function may run. */
export const findShortRoutes: Rule = ({ production }) => {
  const seconds = numberOf(getFunction(production, 'stream'), 'timeout')
  const route = getOne(production, 'aws:apigateway/integration:Integration', /^ApiRouteStream1Integration$/)
  const waits = Number(route.inputs['timeoutMilliseconds']) / 1000
  return waits === seconds
    ? []
    : [`the gateway ends a stream after ${waits} s, its function after ${seconds} s`]
}

/** Events of SES about mails arrive at the worker that reads them. */
export const findLostMailEvents: Rule = (stages) =>
  listGraphs(stages)
    .filter(({ settings, app }) => settings.delivery.email.kind === 'ses' && !app.stage.startsWith('pr-'))
    .flatMap(findLostMailEventsOf)

function findLostMailEventsOf(chosen: Graph): string[] {
  const topic = getOne(chosen, 'aws:sns/topic:Topic', /^MailEvents/)
  const subscribed = listOfType(chosen, 'aws:sns/topicSubscription:TopicSubscription').some(
    ({ inputs }) =>
      String(inputs['topic']).endsWith(`:${topic.name}`) &&
      String(inputs['endpoint']).endsWith(':MailFeedbackQueueQueue'),
  )
  const policy = jsonOf(getOne(chosen, 'aws:sns/topicPolicy:TopicPolicy', /^MailEvents/), 'policy') as {
    Statement: Statement[]
  }
  const mayPublish = policy.Statement.some(
    ({ Action, Principal }) =>
      [Action].flat().includes('sns:Publish') && Principal?.Service === 'ses.amazonaws.com',
  )
  return [
    ...(subscribed ? [] : ['no worker reads the reports of SES: bounces would not stop mails']),
    ...(mayPublish ? [] : ['SES may not publish to its topic: bounces would not stop mails']),
  ]
}

/** Every schedule may send its message to its queue. */
export const findMuteSchedules: Rule = ({ production }) => {
  const { inputs } = getOne(production, 'aws:iam/role:Role', /^SchedulerRole$/)
  const resources = (inputs['inlinePolicies'] as { policy: unknown }[])
    .flatMap(({ policy }) => statementsOf(policy))
    .filter(({ Action }) => [Action].flat().includes('sqs:SendMessage'))
    .flatMap(({ Resource }) => Resource)
  const allowed = new Set(resources)
  const targets = listOfType(production, 'aws:scheduler/schedule:Schedule').map(
    (schedule) => (schedule.inputs['target'] as { arn: string }).arn,
  )
  return [...new Set(targets)]
    .filter((arn) => !allowed.has(arn))
    .map((arn) => `the scheduler may not send to ${arn.split(':').at(-1)}: its runs would be lost`)
}

/** AWS attaches a volume only to an instance of its own zone. */
export const findStrayVolumes: Rule = (stages) =>
  listGraphs(stages).flatMap((graph) =>
    listOfType(graph, 'aws:ec2/volumeAttachment:VolumeAttachment').flatMap(({ inputs }) => {
      const find = (type: string, id: unknown) =>
        listOfType(graph, type).find(({ name }) => `${name}-id` === id)?.inputs
      const volume = find('aws:ebs/volume:Volume', inputs['volumeId'])
      const instance = find('aws:ec2/instance:Instance', inputs['instanceId'])
      const subnet = find('aws:ec2/subnet:Subnet', instance?.['subnetId'])
      const zones = [volume?.['availabilityZone'], subnet?.['availabilityZone']]
      return zones[0] === zones[1]
        ? []
        : [`a volume in ${String(zones[0])} belongs to an instance in ${String(zones[1])}`]
    }),
  )
