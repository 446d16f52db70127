import type { StageSettings } from './settings.ts'

/** What Amazon SES is to be told with every mail, so that it reports on it. */
export interface Mail {
  configurationSet: aws.sesv2.ConfigurationSet
  /** Where the sender's address belongs to; verified in the account beforehand. */
  identities: string[]
}

/** What is heard of: the rest (deliveries, opened mails) changes nothing, and each event costs. */
const EVENTS = ['SEND', 'REJECT', 'BOUNCE', 'COMPLAINT', 'RENDERING_FAILURE']

/** The way of SES's events to the worker mail-feedback: a topic and its queue. Absent where mail leaves otherwise. */
export function makeMail({ delivery }: StageSettings, feedback: sst.aws.Queue): Mail | undefined {
  const { email } = delivery
  if (email.kind !== 'ses') return undefined
  const configurationSet = new aws.sesv2.ConfigurationSet('MailConfiguration', {
    configurationSetName: `${$app.name}-${$app.stage}`,
    reputationOptions: { reputationMetricsEnabled: true },
  })
  const topic = new sst.aws.SnsTopic('MailEvents')
  const policy = new aws.sns.TopicPolicy('MailEventsPolicy', {
    arn: topic.arn,
    policy: $jsonStringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { Service: 'ses.amazonaws.com' },
          Action: 'sns:Publish',
          Resource: topic.arn,
          Condition: { StringEquals: { 'AWS:SourceArn': configurationSet.arn } },
        },
      ],
    }),
  })
  topic.subscribeQueue('MailFeedback', feedback.arn)
  new aws.sesv2.ConfigurationSetEventDestination(
    'MailEventsDestination',
    {
      configurationSetName: configurationSet.configurationSetName,
      eventDestinationName: 'feedback',
      eventDestination: {
        enabled: true,
        matchingEventTypes: EVENTS,
        snsDestination: { topicArn: topic.arn },
      },
    },
    { dependsOn: [policy] },
  )
  const domain = email.fromAddress.slice(email.fromAddress.lastIndexOf('@') + 1)
  return { configurationSet, identities: [domain, email.fromAddress] }
}
