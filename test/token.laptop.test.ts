import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rememberRunningStack } from '@pauta/local/data-folder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClient } from './kit/client/client.ts'
import { ROOT } from './kit/repository/root.ts'
import { startTestStack, type TestStack } from './kit/stack/stack.ts'

let stack: TestStack
let folder: string

beforeAll(async () => {
  // A stack of its own: a shared one may have seen the people of the sample before, and stores nobody twice.
  stack = await startTestStack()
  folder = await mkdtemp(join(tmpdir(), 'pauta-token-'))
  await rememberRunningStack(folder, stack.stack)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await stack.stop()
})

/** Runs the command as a person would, without the variables that the stack has set in this process. */
async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const command = join(ROOT, 'packages/cli/src/pauta.ts')
  const options = { cwd: ROOT, env: { PATH: process.env['PATH'] } }
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [command, 'token', ...args], options)) }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, stdout, stderr }
  }
}

describe('npm run token', () => {
  it('prints a token that opens the internal operations of the running stack, and no other', async () => {
    const { code, stdout } = await run('--service', '--data', folder)
    expect(code).toBe(0)
    const client = makeClient(stack.stack.graphqlUrl, stdout.trim())
    expect(await client.query('{ newsById(uniqueId: "nenhuma") { uniqueId } }')).toEqual({ newsById: null })
  })

  it('prints a token of any user, with the user’s name in the sample', async () => {
    for (const [user, name] of [
      ['author', 'Ana Autora'],
      ['quem.quer.que.seja', null],
    ]) {
      const { code, stdout } = await run(String(user), '--data', folder)
      expect(code).toBe(0)
      const client = makeClient(stack.stack.graphqlUrl, stdout.trim())
      expect(await client.codes('{ newsById(uniqueId: "nenhuma") { uniqueId } }')).toEqual(['FORBIDDEN'])
      const known = await stack.db`select name, username, email, email_verified from users order by id`
      expect(known.at(-1)).toEqual({
        name,
        username: user,
        email: `${user}@pauta.local`,
        emailVerified: true,
      })
    }
  })

  it('prints its usage without a user and without --service', async () => {
    expect(await run('--data', folder)).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('--service'),
    })
    expect(await run('author', '--service', '--data', folder)).toMatchObject({ code: 2 })
    expect(await run('--nonsense')).toMatchObject({ code: 2, stderr: expect.stringContaining('--service') })
  })

  it('prints what to do when no stack runs, or when the stack stored no token', async () => {
    const nowhere = await run('--service', '--data', join(folder, 'nowhere'))
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('npm start') })
    const file = join(folder, 'running.json')
    const { serviceToken: _, ...older } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
    await writeFile(file, JSON.stringify(older))
    expect(await run('--service', '--data', folder)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('start it again'),
    })
  })
})
