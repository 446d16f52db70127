import type { StageSettings } from './stages/stage-settings.ts'

/** Values that every mail passes to Amazon SES, so that SES reports its events. */
export interface Mail {
  configurationSet: aws.sesv2.ConfigurationSet
  /** Identities (address or domain) of the sender, verified in the account beforehand. */
  identities: string[]
}

/** Events that change something here. Others (deliveries, opened mails) change nothing, and each event costs. */
const EVENTS = ['SEND', 'REJECT', 'BOUNCE', 'COMPLAINT', 'RENDERING_FAILURE']

/** Routes SES's events through a topic to the queue of the worker mail-feedback. Undefined where SES sends no mail. */
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
