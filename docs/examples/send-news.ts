// A scraper for pages of gov.br: npx node send-news.ts AGENCY ADDRESS. Needs `npm install @aws-sdk/client-sqs`.
import { argv, env, exit } from 'node:process'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'

const [agencyKey, url = ''] = argv.slice(2)
const response = await fetch(url, { signal: AbortSignal.timeout(30_000) })
const html = response.ok ? await response.text() : ''
const find = (pattern: RegExp) => pattern.exec(html)?.[1]?.trim()

/** Returns the date in the page's metadata, else its text "Publicado em 01/06/2026 09h00", which is local time. */
function findPublication(): string | undefined {
  const text = html.replaceAll(/<[^>]+>/g, ' ')
  const [, day, month, year, hour, minute] =
    /Publicado em\s+(\d\d)\/(\d\d)\/(\d{4})[\s-]+(\d\d)[h:](\d\d)/.exec(text) ?? []
  const local = year && `${year}-${month}-${day}T${hour}:${minute}:00-03:00`
  return find(/(?:article:published_time" content=|"datePublished":\s*)"([^"]+)"/) ?? local
}

const body = find(/<article[^>]*>([\s\S]*?)<\/article>/) ?? ''
const article = {
  agencyKey,
  url,
  title: find(/<h1[^>]*>([^<]+)<\/h1>/),
  publishedAt: findPublication(),
  content: [...body.matchAll(/<p>([\s\S]*?)<\/p>/g)].map(([, text = '']) => text.trim()).join('\n\n'),
}
const missing = Object.entries(article).flatMap(([name, value]) => (value ? [] : [name]))
if (missing.length > 0) {
  console.error(`not sent: ${url} (HTTP ${response.status}) has no ${missing.join(', ')}`)
  exit(1)
}
const { MessageId } = await new SQSClient({}).send(
  new SendMessageCommand({ QueueUrl: env['QUEUE_URL'], MessageBody: JSON.stringify(article) }),
)
console.log(`sent ${MessageId}`)
