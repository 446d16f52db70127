import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to the service. */
export interface ModelQuestion {
  model: string
  /** Texts of the messages by role, in order. */
  messages: { role: string; content: string }[]
  maxTokens: number | undefined
}

/** A reply of the service: text, or an HTTP error. */
export type ModelReply = { text: string } | { status: number; headers?: Record<string, string> }

export interface LanguageModelService {
  /** Base of `/chat/completions`. */
  url: string
  /** Every request, in the order of arrival. */
  questions: ModelQuestion[]
  /** Sets the reply from now on. */
  script(reply: (question: ModelQuestion) => ModelReply): void
  stop(): Promise<void>
}

async function readQuestion(request: IncomingMessage): Promise<ModelQuestion> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
    model: string
    messages: { role: string; content: unknown }[]
    max_tokens?: number
  }
  const messages = body.messages.map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? content : JSON.stringify(content),
  }))
  return { model: body.model, messages, maxTokens: body.max_tokens }
}

function writeReply(response: ServerResponse, reply: ModelReply, model: string): void {
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(JSON.stringify({ error: { message: `the service says ${reply.status}` } }))
    return
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      id: 'chat-1',
      object: 'chat.completion',
      created: 1,
      model,
      choices: [{ index: 0, message: { role: 'assistant', content: reply.text }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    }),
  )
}

/** An OpenAI-compatible service on a free port that replies as scripted. */
export async function startLanguageModelService(
  reply: (question: ModelQuestion) => ModelReply,
): Promise<LanguageModelService> {
  let say = reply
  const questions: ModelQuestion[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const question = await readQuestion(request)
    questions.push(question)
    writeReply(response, say(question), question.model)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    questions,
    script: (next) => {
      say = next
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
