import type { TestStack } from '../stack/stack.ts'

/** Headers that belong to one answer, to its connection, or to the bytes of a body. */
const OF_ONE_ANSWER = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-amzn-requestid',
  'x-request-id',
])

interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Sends GET and HEAD to one path, with the same headers. */
export async function askBoth(
  stack: Pick<TestStack, 'fetch'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ get: Answer; head: Answer }> {
  const ask = async (method: string): Promise<Answer> => {
    const response = await stack.fetch(path, { method, headers })
    const kept = [...response.headers].filter(([name]) => !OF_ONE_ANSWER.has(name))
    return { status: response.status, headers: Object.fromEntries(kept), body: await response.text() }
  }
  return { get: await ask('GET'), head: await ask('HEAD') }
}
