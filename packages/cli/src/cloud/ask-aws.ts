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

/**
 * Asks AWS through its CLI, which retries, turns pages and finds credentials, and knows services of which there is no client
 * here. Returns `absent` when AWS answers with that error. Throws SERVICE_UNAVAILABLE with AWS's own text otherwise, which names
 * the missing permission.
 */
export async function askAws<T>(command: string, absent?: { error: string; answer: T }): Promise<T> {
  try {
    const { stdout } = await run('aws', [...command.split(' '), '--output', 'json'], {
      timeout: ANSWER_MS,
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
