// Measures the time to the agent's first event, beside the time of the cheapest answer.
import { startStack } from '@pauta/local/stack'
import { fillStack } from './fill-stack.ts'
import { median, type Figure } from './measure.ts'

const ARTICLES = 3000
const RUNS = 20
const TARGET_MS = 300
const PROMPT = 'vacinação, Bolsa Família e notícias do Ministério da Educação sobre o Enem'

const jsonPost = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Returns the milliseconds to the first event and to the last event. */
async function timeRun(url: string, token: string): Promise<{ firstMs: number; lastMs: number }> {
  const query = `subscription { generateRecortes(prompt: ${JSON.stringify(PROMPT)}) { __typename } }`
  const start = performance.now()
  const response = await fetch(url, jsonPost({ query }, { authorization: `Bearer ${token}` }))
  let text = ''
  let firstMs: number | undefined
  for await (const piece of response.body ?? []) {
    text += Buffer.from(piece).toString()
    if (text.includes('event: next')) firstMs ??= performance.now() - start
  }
  if (!text.includes('AgentEventDone')) throw new Error(`The run did not end with AgentEventDone:\n${text}`)
  return { firstMs: firstMs ?? Number.NaN, lastMs: performance.now() - start }
}

async function timePing(url: string): Promise<number> {
  const start = performance.now()
  await (await fetch(url, jsonPost({ query: '{ ping }' }))).text()
  return performance.now() - start
}

/** Returns medians over runs of different people on a warm stack. */
export async function measureFirstEvent(): Promise<Figure[]> {
  await using stack = await startStack({ port: 0, indexPort: 0, logLevel: 'silent' })
  await fillStack(ARTICLES)
  const newToken = (run: number) => stack.token({ sub: `leitora-${run}`, name: 'Leitora' })
  await timeRun(`${stack.graphqlUrl}/stream`, await newToken(0))
  await timePing(stack.graphqlUrl)
  const times: { firstMs: number; lastMs: number; pingMs: number }[] = []
  for (let run = 1; run <= RUNS; run++) {
    const token = await newToken(run)
    times.push({
      ...(await timeRun(`${stack.graphqlUrl}/stream`, token)),
      pingMs: await timePing(stack.graphqlUrl),
    })
  }
  const of = (name: 'firstMs' | 'lastMs' | 'pingMs') => median(times.map((time) => time[name]))
  const ping = `${of('pingMs').toFixed(1)} ms for { ping }`
  return [
    {
      figure: 'generateRecortes: first event',
      value: `${of('firstMs').toFixed(1)} ms`,
      comparedWith: ping,
      ratio: (of('firstMs') / of('pingMs')).toFixed(1),
      target: `≤ ${TARGET_MS} ms`,
      met: of('firstMs') <= TARGET_MS,
    },
    {
      figure: 'generateRecortes by rules: last event',
      value: `${of('lastMs').toFixed(1)} ms`,
      comparedWith: ping,
      ratio: (of('lastMs') / of('pingMs')).toFixed(1),
      target: 'none',
      met: true,
    },
  ]
}
