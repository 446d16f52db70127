import type { z } from 'zod'

/** What a model may call. Its arguments are described to the model by the schema, and checked by whoever runs it. */
export interface ModelTool {
  name: string
  /** What it does and gives, in words for the model. */
  description: string
  parameters: z.ZodType
}

/** A call that a model asks for. Models make things up: neither name nor arguments are checked here. */
export interface ModelToolCall {
  id: string
  tool: string
  /** Parsed JSON, or the text as it came where it is none. */
  args: unknown
}

/** What came of a call, for the model to read. */
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
  /** What the model is to be and do; never text of users. */
  instructions: string
  messages: readonly ModelMessage[]
  tools: readonly ModelTool[]
  maxOutputTokens: number
  timeoutMs: number
  signal: AbortSignal
}

/** What a model answered: words, calls, or both. */
export interface ModelTurn {
  text: string
  calls: ModelToolCall[]
  /** Tokens read and written, as the service counts them; 0 where it does not say. */
  tokens: number
}

/** A model that talks and calls tools. */
export interface LanguageModel {
  readonly name: string
  /**
   * One turn. Throttling and dropped connections are tried again within the time-out, after as long as the service asks
   * for. Throws SERVICE_UNAVAILABLE when no answer comes, and the signal's reason when that is aborted.
   */
  answer(request: ModelRequest): Promise<ModelTurn>
}
