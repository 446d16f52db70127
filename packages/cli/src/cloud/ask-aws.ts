import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { PublicError } from '@pauta/platform/errors'

const ANSWER_MS = 60_000
/** Of all pages of a list: some thousands of instances. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024
const run = promisify(execFile)

interface Refusal {
  code?: string
  stderr?: string
}

interface Question<T> {
  /** What to return when AWS answers with that error. */
  absent?: { error: string; answer: T }
  /** Parameters as JSON, besides those of the command. */
  input?: object
  timeoutMs?: number
}

/**
 * Asks AWS through its CLI, which retries, turns pages and finds credentials, and knows services of which there is no client
 * here. Throws SERVICE_UNAVAILABLE with AWS's own text, which names the missing permission.
 */
export async function askAws<T>(
  command: string,
  { absent, input, timeoutMs = ANSWER_MS }: Question<T> = {},
): Promise<T> {
  const json = input ? ['--cli-input-json', JSON.stringify(input)] : []
  try {
    const { stdout } = await run('aws', [...command.split(' '), ...json, '--output', 'json'], {
      timeout: timeoutMs,
      maxBuffer: ANSWER_BYTES_MAX,
    })
    return JSON.parse(stdout.trim() || '{}') as T
  } catch (error) {
    const { code, stderr = '' } = error as Refusal
    if (absent && stderr.includes(absent.error)) return absent.answer
    const reason = code === 'ENOENT' ? 'the AWS CLI is not installed' : stderr.trim() || String(error)
    throw new PublicError('SERVICE_UNAVAILABLE', `aws ${command} did not succeed: ${reason}`)
  }
}
