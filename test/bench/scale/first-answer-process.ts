// The start of the GraphQL function: from an empty process to its first answer.
import { restEvent } from '../rest-request.ts'
import { measureThisProcess } from './processor-time.ts'

const { handler } = await import('@pauta/functions/graphql/handler')
const query = '{ articles(limit: 10) { found articles { title url } } }'
const answer = await handler(restEvent('http://127.0.0.1/graphql', { query }), {} as never)
if (answer.statusCode !== 200) throw new Error(answer.body)
process.send?.({ busyMs: measureThisProcess() })
process.once('SIGTERM', () => process.exit(0))
