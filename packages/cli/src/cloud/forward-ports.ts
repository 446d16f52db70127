import { spawn } from 'node:child_process'

/** A store in the private network and the port under which this machine reaches it. */
export interface Forward {
  host: string
  port: number
}

/** The command that forwards one port. The same port on both sides keeps the addresses of the stage valid. */
export const describeSession = (bastion: string, region: string, { host, port }: Forward): string[] => [
  ...`aws ssm start-session --region ${region} --target ${bastion}`.split(' '),
  ...'--document-name AWS-StartPortForwardingSessionToRemoteHost --parameters'.split(' '),
  JSON.stringify({ host: [host], portNumber: [String(port)], localPortNumber: [String(port)] }),
]

/** Runs all sessions until the first one ends, and stops the others. Returns its exit code. */
export async function runSessions(sessions: readonly string[][], signal: AbortSignal): Promise<number> {
  const stop = new AbortController()
  const ended = sessions.map(
    ([program = '', ...args]) =>
      new Promise<number>((resolve, reject) => {
        const child = spawn(program, args, { stdio: 'inherit' })
        const end = () => child.kill('SIGTERM')
        AbortSignal.any([signal, stop.signal]).addEventListener('abort', end, { once: true })
        child.once('error', reject)
        child.once('close', (code) => resolve(code ?? 1))
      }),
  )
  try {
    return await Promise.race(ended)
  } finally {
    stop.abort()
    await Promise.allSettled(ended)
  }
}
