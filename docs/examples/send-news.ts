// A scraper in 20 lines: node send-news.ts AGENCY ADDRESS. Needs `npm install @aws-sdk/client-sqs`.
import { argv, env } from 'node:process'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'

const [agencyKey, url = ''] = argv.slice(2)
const html = await (await fetch(url, { signal: AbortSignal.timeout(30_000) })).text()
const find = (pattern: RegExp) => pattern.exec(html)?.[1]?.trim()

const article = {
  agencyKey,
  url,
  title: find(/<h1[^>]*>([^<]+)<\/h1>/),
  publishedAt: find(/<meta property="article:published_time" content="([^"]+)"/),
  content: find(/<article[^>]*>([\s\S]*?)<\/article>/),
}
const { MessageId } = await new SQSClient({}).send(
  new SendMessageCommand({ QueueUrl: env['QUEUE_URL'], MessageBody: JSON.stringify(article) }),
)
console.log(`sent ${MessageId}`)
