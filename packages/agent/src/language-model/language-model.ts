import type { z } from 'zod'

/**
 * A tool that a model may call. The schema describes the arguments to the model; the code that runs the tool validates
 * them.
 */
export interface ModelTool {
  name: string
  /** What the tool does and returns; the model reads this text. */
  description: string
  parameters: z.ZodType
}

/** A tool call that a model requests. Name and arguments are not validated here, and models invent both. */
export interface ModelToolCall {
  id: string
  tool: string
  /** Parsed JSON, or the raw text if it is not JSON. */
  args: unknown
}

/** The result of a call, for the model. */
export interface ModelToolAnswer {
  call: ModelToolCall
  /** Serialisable as JSON. */
  value: unknown
}

/** One message of a conversation, oldest first. */
export type ModelMessage =
  | { role: 'user'; text: string }
  | { role: 'model'; text: string; calls: readonly ModelToolCall[] }
  | { role: 'tools'; answers: readonly ModelToolAnswer[] }

export interface ModelRequest {
  /** The role and the task of the model. Never contains text of users. */
  instructions: string
  messages: readonly ModelMessage[]
  tools: readonly ModelTool[]
  maxOutputTokens: number
  timeoutMs: number
  signal: AbortSignal
}

/** The answer of a model: text, tool calls, or both. */
export interface ModelTurn {
  text: string
  calls: ModelToolCall[]
  /** Input and output tokens as the service counts them; 0 if the service does not report them. */
  tokens: number
}

/** A language model that can call tools. */
export interface LanguageModel {
  readonly name: string
  /**
   * Runs one turn. Retries throttled requests and dropped connections within the time-out, after the wait that the
   * service sets. Throws SERVICE_UNAVAILABLE if no answer arrives, and the signal's reason if the signal aborts.
   */
  answer(request: ModelRequest): Promise<ModelTurn>
}
