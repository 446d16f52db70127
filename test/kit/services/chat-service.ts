import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The parts of a request to a model that tests check. */
interface ChatRequest {
  model: string
  messages: { role: string; content: string | null; tool_call_id?: string }[]
  tools: { function: { name: string } }[]
  max_tokens?: number
}

/** Answers one request; `n` counts from 0. */
export type ChatScript = (request: ChatRequest, response: ServerResponse, nth: number) => void

export interface ChatService {
  url: string
  requests: ChatRequest[]
  authorizations: (string | undefined)[]
  /** Sets the script of the next requests and restarts their count. */
  answerWith(script: ChatScript): void
  stop(): Promise<void>
}

/** A tool call in the service's format. `args` that are not an object are sent unchanged. */
export const call = (name: string, args: unknown) => ({
  id: `call_${Math.random().toString(36).slice(2)}`,
  type: 'function',
  function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
})

/** A complete answer with text, calls, or both. */
export function say(
  response: ServerResponse,
  content: string | null,
  calls: unknown[] = [],
  tokens = 100,
): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [
        {
          index: 0,
          finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
          message: { role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) },
        },
      ],
      usage: { prompt_tokens: tokens - 10, completion_tokens: 10, total_tokens: tokens },
    }),
  )
}

/** Starts a chat model service with the OpenAI-compatible HTTP interface, which answers by a script. */
export async function startChatService(): Promise<ChatService> {
  const requests: ChatRequest[] = []
  const authorizations: (string | undefined)[] = []
  let script: ChatScript = (_, response) => say(response, 'Nada a dizer.')
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatRequest
    requests.push(body)
    authorizations.push(request.headers.authorization)
    script(body, response, requests.length - 1)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    authorizations,
    answerWith(next) {
      requests.length = 0
      script = next
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
