import { stageKindOf } from '../../../stacks/stages/stage-settings.ts'
import { getBuild, getOne, type Graph, jsonOf, listFunctions, listOfType } from '../graph.ts'
import { inEach } from './rule.ts'

const withLink = (graph: Graph, link: string) =>
  listFunctions(graph).filter((fn) => link in getBuild(graph, fn).links)

/** Every function with a link to the index has its address, its key and its alias. */
export const findEmptyLinks = inEach((graph) =>
  withLink(graph, 'SearchIndex').flatMap((fn) => {
    const { handler, links } = getBuild(graph, fn)
    return ['url', 'key', 'collection']
      .filter((property) => !links['SearchIndex']?.[property])
      .map((property) => `${handler} gets no ${property} of the index`)
  }),
)

/** Every function with a link to the database has the authorities that sign its certificate. */
export const findUnverifiedDatabases = inEach((graph) =>
  withLink(graph, 'Database')
    .filter((fn) => {
      const { ca, tls } = getBuild(graph, fn).links['Database'] ?? {}
      return tls !== 'verify-full' || !String(ca).includes('BEGIN CERTIFICATE')
    })
    .map(({ inputs }) => `${String(inputs['name'])} cannot verify the certificate of the database`),
)

/** Events of SES about mails arrive at the worker that reads them: otherwise bounces would not stop mails. */
export const findLostMailEvents = inEach((graph) => {
  if (graph.settings.delivery.email.kind !== 'ses' || stageKindOf(graph.app.stage) === 'preview') return []
  const topic = getOne(graph, 'aws:sns/topic:Topic', /^MailEvents/)
  const isSubscribed = listOfType(graph, 'aws:sns/topicSubscription:TopicSubscription').some(
    ({ inputs }) =>
      String(inputs['topic']).endsWith(`:${topic.name}`) &&
      inputs['protocol'] === 'sqs' &&
      String(inputs['endpoint']).endsWith(':MailFeedbackQueueQueue'),
  )
  const { Statement } = jsonOf(getOne(graph, 'aws:sns/topicPolicy:TopicPolicy', /^MailEvents/), 'policy') as {
    Statement: { Action: string; Principal?: { Service?: string } }[]
  }
  const mayPublish = Statement.some(
    ({ Action, Principal }) => Action === 'sns:Publish' && Principal?.Service === 'ses.amazonaws.com',
  )
  return [
    ...(isSubscribed ? [] : ['no worker reads the reports of SES']),
    ...(mayPublish ? [] : ['SES may not publish to its topic']),
  ]
})
