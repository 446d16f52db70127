import { unavailable } from '@pauta/platform/errors'
import {
  APICallError,
  generateText,
  jsonSchema,
  tool,
  type ModelMessage as ClientMessage,
  type ToolSet,
} from 'ai'
import * as z from 'zod'
import type { ModelMessage, ModelRequest, ModelTool, ModelTurn } from './language-model.ts'
import { openClient, type ModelConfig } from './open-client.ts'

/** Retries of a request that the service throttled or failed. The service sets the wait. */
const THROTTLING_RETRIES = 3
/** Attempts when an answer breaks off in the middle. */
const ATTEMPTS = 2

/** The schema only describes the tool to the model. The tool validates the arguments itself. */
function describeTools(tools: readonly ModelTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      tool({ description, inputSchema: jsonSchema(z.toJSONSchema(parameters, { io: 'input' }) as never) }),
    ]),
  )
}

function toClientMessage(message: ModelMessage): ClientMessage {
  if (message.role === 'user') return { role: 'user', content: message.text }
  if (message.role === 'model') {
    const text = message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]
    const calls = message.calls.map(({ id, tool: toolName, args }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName,
      input: args,
    }))
    return { role: 'assistant', content: [...text, ...calls] }
  }
  return {
    role: 'tool',
    content: message.answers.map(({ call, value }) => ({
      type: 'tool-result' as const,
      toolCallId: call.id,
      toolName: call.tool,
      output: { type: 'json' as const, value: value as never },
    })),
  }
}

async function askOnce(config: ModelConfig, request: ModelRequest, signal: AbortSignal): Promise<ModelTurn> {
  const { text, toolCalls, usage } = await generateText({
    model: openClient(config),
    instructions: request.instructions,
    messages: request.messages.map(toClientMessage),
    tools: describeTools(request.tools),
    maxOutputTokens: request.maxOutputTokens,
    temperature: 0,
    maxRetries: THROTTLING_RETRIES,
    abortSignal: signal,
  })
  return {
    text: text.trim(),
    calls: toolCalls.map(({ toolCallId, toolName, input }) => ({
      id: toolCallId,
      tool: toolName,
      args: input as unknown,
    })),
    tokens: usage.totalTokens ?? 0,
  }
}

/** An error response is final. Only an answer that broke off is requested again. */
const hasRefused = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AI_RetryError' || (APICallError.isInstance(error) && (error.statusCode ?? 0) >= 400))

/** Runs one turn of the configured model, with the contract of `LanguageModel.answer`. */
export async function askModel(config: ModelConfig, request: ModelRequest): Promise<ModelTurn> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(request.timeoutMs)])
  for (let attempt = 1; ; attempt++) {
    try {
      return await askOnce(config, request, signal)
    } catch (error) {
      request.signal.throwIfAborted()
      if (attempt >= ATTEMPTS || signal.aborted || hasRefused(error))
        throw unavailable('language-model', error)
    }
  }
}
