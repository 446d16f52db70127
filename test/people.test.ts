import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '@pauta/platform/config/config'
import { takeActions } from '@pauta/people/people/action-limit'
import { openSignIn, type SignIn } from '@pauta/people/people/sign-in'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestStack, type SharedStack } from './kit/stack/shared-stack.ts'
import { uniqueName } from './kit/stack/stack.ts'

let stack: SharedStack
let userinfo: Server
/** The answer of the userinfo endpoint, and the number of its requests. */
let answer: { status: number; body: string; asked: number; delayMs: number }
let warnings: string[]
let now: Date
let config: Config<'userIdentity'>['userIdentity']

const HOUR_MS = 3_600_000

beforeAll(async () => {
  stack = await shareTestStack()
  userinfo = createServer((_, response) => {
    answer.asked++
    setTimeout(() => response.writeHead(answer.status).end(answer.body), answer.delayMs)
  })
  await new Promise<void>((resolve) => userinfo.listen(0, '127.0.0.1', resolve))
  config = {
    issuer: stack.stack.userIssuer,
    audiences: ['portal'],
    jwksUri: `${stack.stack.userIssuer}/jwks`,
    userinfoUrl: `http://127.0.0.1:${(userinfo.address() as AddressInfo).port}/userinfo`,
  }
})
afterAll(() => new Promise((resolve) => userinfo.close(resolve)))
beforeEach(() => {
  answer = { status: 200, body: '{}', asked: 0, delayMs: 0 }
  warnings = []
  now = new Date('2026-06-01T12:00:00Z')
})

/** The sign-in of one environment of a function, with a cache of its own. */
const open = (): SignIn =>
  openSignIn({ db: stack.db, config, warn: (_, what) => void warnings.push(what), now: () => now })
const tell = (claims: Record<string, unknown>) => (answer.body = JSON.stringify(claims))
const token = (claims: Record<string, unknown>) => stack.stack.token(claims)
const enter = async (claims: Record<string, unknown>, signIn = open()) => {
  const userId = await signIn.find(await token(claims))
  if (userId === undefined) throw new Error('The token proved nothing')
  return userId
}
const kept = async (userId: string) => {
  const [user] = await stack.db`
    select name, username, email, email_verified from users where id = ${userId}`
  return user
}

const verified = (sub: string, email: string) => ({ sub, name: 'Alguém', email, email_verified: true })

describe('a second account', () => {
  it('joins the person with the same address, in any case, when both addresses are verified', async () => {
    const email = `${uniqueName('ana')}@exemplo.gov.br`
    const [first, second] = [uniqueName('conta'), uniqueName('conta')]
    const userId = await enter(verified(first, email))
    expect(await enter({ ...verified(second, email.toUpperCase()), name: 'Ana Nova' })).toBe(userId)
    expect(await kept(userId)).toMatchObject({ name: 'Ana Nova', emailVerified: true })
    expect(await enter(verified(first, email))).toBe(userId)
  })

  it.each([
    ['its own is not verified', { email_verified: true }, { email_verified: false }],
    ["the person's is not verified", { email_verified: false }, { email_verified: true }],
    ['neither is known to be verified', { email_verified: undefined }, { email_verified: undefined }],
    ['it says so in a word that is none', { email_verified: true }, { email_verified: 'yes' }],
  ])('is another person when %s', async (_, one, other) => {
    const email = `${uniqueName('bia')}@exemplo.gov.br`
    const first = await enter({ ...verified(uniqueName('conta'), email), ...one })
    const second = await enter({ ...verified(uniqueName('conta'), email), ...other })
    expect(second).not.toBe(first)
  })

  it('is another person when the address has other letters that only look alike', async () => {
    const name = uniqueName('k')
    const ours = await enter(verified(uniqueName('conta'), `${name}@exemplo.gov.br`))
    const alike = `${name.replace('k', '\u212A')}@exemplo.gov.br`
    const first = await enter(verified(uniqueName('conta'), alike))
    const second = await enter(verified(uniqueName('conta'), alike))
    expect(new Set([ours, first, second]).size).toBe(3)
  })

  it('is another person when there is no address', async () => {
    const [first, second] = [
      await enter({ sub: uniqueName('conta'), name: 'Sem' }),
      await enter({ sub: uniqueName('conta'), name: 'Sem' }),
    ]
    expect(second).not.toBe(first)
  })

  it('and the first one become one person when both arrive at the same time', async () => {
    const email = `${uniqueName('rui')}@exemplo.gov.br`
    const accounts = Array.from({ length: 10 }, () => verified(uniqueName('conta'), email))
    const ids = await Promise.all(accounts.map((claims) => enter(claims)))
    expect(new Set(ids).size).toBe(1)
    expect(await stack.db`select 1 from users where email = ${email}`).toHaveLength(1)
    expect(await stack.db`select 1 from identities where user_id = ${ids[0] ?? ''}`).toHaveLength(10)
  })
})

describe('the stored profile of a person', () => {
  it('follows the token, keeps claims that the token lacks, and does not trust a new address', async () => {
    const sub = uniqueName('muda')
    const signIn = open()
    const userId = await enter({ ...verified(sub, 'a@exemplo.gov.br'), preferred_username: 'muda' }, signIn)
    await enter({ sub, name: 'Outro' }, signIn)
    const before = { name: 'Outro', username: 'muda', email: 'a@exemplo.gov.br', emailVerified: true }
    expect(await kept(userId)).toEqual(before)
    await enter({ sub, email: 'b@exemplo.gov.br' }, signIn)
    expect(await kept(userId)).toEqual({ ...before, email: 'b@exemplo.gov.br', emailVerified: false })
    await enter({ sub, email: 'b@exemplo.gov.br', email_verified: 'true' }, signIn)
    expect(await kept(userId)).toEqual({ ...before, email: 'b@exemplo.gov.br' })
  })

  it('never has an e-mail as its name, and skips values that no row can store', async () => {
    const sub = uniqueName('estranha')
    const userId = await enter({
      sub,
      name: 'Ana <ana@exemplo.gov.br>',
      preferred_username: ' ana\0\n da  silva ',
      email: 'ana@exemplo.gov.br\0',
      email_verified: true,
    })
    expect(await kept(userId)).toEqual({
      name: null,
      username: 'ana da silva',
      email: null,
      emailVerified: false,
    })
  })
})

describe('a returning person', () => {
  it('costs no read within a minute and one read after it', async () => {
    const claims = verified(uniqueName('volta'), 'volta@exemplo.gov.br')
    const signIn = open()
    const statements = async (who: object) => {
      stack.gates.database.take()
      await enter({ ...who }, signIn)
      return stack.gates.database.take().length
    }
    await statements(claims)
    expect(await statements(claims)).toBe(0)
    now = new Date(now.getTime() + 61_000)
    expect(await statements(claims)).toBe(1)
    expect(await statements(claims)).toBe(0)
    // This many other people fill the cache, so the oldest entry is dropped.
    await Promise.all(
      Array.from({ length: 2000 }, async (_, i) => enter({ ...claims, name: `Nome ${i}` }, signIn)),
    )
    expect(await statements(claims)).toBeGreaterThan(0)
  })
})

describe('userinfo', () => {
  const SAID = { name: 'Do Emissor', email: 'emissor@exemplo.gov.br', email_verified: true }

  it('is asked for missing claims at the first login, and daily', async () => {
    const sub = uniqueName('cognito')
    tell({ sub, ...SAID })
    const userId = await enter({ sub })
    expect(await kept(userId)).toEqual({
      name: 'Do Emissor',
      username: null,
      email: 'emissor@exemplo.gov.br',
      emailVerified: true,
    })
    expect(answer.asked).toBe(1)
    now = new Date(now.getTime() + 23 * HOUR_MS)
    await enter({ sub })
    expect(answer.asked).toBe(1)
    tell({ sub, ...SAID, name: 'Nome novo' })
    now = new Date(now.getTime() + HOUR_MS)
    await enter({ sub })
    expect(answer.asked).toBe(2)
    expect(await kept(userId)).toMatchObject({ name: 'Nome novo' })
    await enter({ sub })
    expect(answer.asked).toBe(2)
  })

  it('is not asked when the token has all claims', async () => {
    await enter(verified(uniqueName('tudo'), 'tudo@exemplo.gov.br'))
    expect(answer.asked).toBe(0)
  })

  it('does not verify an address other than its own', async () => {
    const sub = uniqueName('outro')
    tell({ sub, ...SAID })
    const userId = await enter({ sub, email: 'meu@exemplo.gov.br' })
    expect(await kept(userId)).toMatchObject({ email: 'meu@exemplo.gov.br', emailVerified: false })
  })

  it.each([
    ['that fails', { status: 500, body: '{}' }],
    ['that redirects', { status: 302, body: '{}' }],
    ['that answers no JSON', { body: '<html>' }],
    ['that answers nobody', { body: 'null' }],
    ['that speaks of somebody else', { body: JSON.stringify({ sub: 'outra pessoa', ...SAID }) }],
    ['that speaks too much', { body: JSON.stringify({ sub: 'x', name: 'x'.repeat(65 * 1024) }) }],
    ['that does not answer in time', { body: '{}', delayMs: 3500 }],
  ])(
    '%s accepts the person with the known claims, and userinfo is not asked again for a minute',
    async (_, failure) => {
      Object.assign(answer, failure)
      const signIn = open()
      const userId = await enter({ sub: uniqueName('falha'), name: 'Do Token' }, signIn)
      expect(await kept(userId)).toEqual({
        name: 'Do Token',
        username: null,
        email: null,
        emailVerified: false,
      })
      expect(warnings).toEqual(['userinfo did not tell what a token lacks'])
      await enter({ sub: uniqueName('falha') }, signIn)
      expect(answer.asked).toBe(1)
      now = new Date(now.getTime() + 59_999)
      await enter({ sub: uniqueName('falha') }, signIn)
      expect(answer.asked).toBe(1)
      now = new Date(now.getTime() + 1)
      Object.assign(answer, { status: 200, body: '{}', delayMs: 0 })
      await enter({ sub: uniqueName('falha') }, signIn)
      expect(answer.asked).toBe(2)
    },
  )
})

describe('a limit per person', () => {
  const LIMIT = { action: 'teste', max: 60, windowSeconds: 60 }
  const at = (seconds: number) => new Date(Date.UTC(2026, 5, 1) + seconds * 1000)
  const take = (userId: string, seconds: number, count = 1) =>
    takeActions(stack.db, userId, LIMIT, { count, now: at(seconds) }).then(
      () => 'taken',
      (error: { code: string; details: Record<string, unknown> }) => ({ code: error.code, ...error.details }),
    )

  it('allows sixty actions within a minute and returns when more are allowed', async () => {
    const userId = await enter({ sub: uniqueName('limite') })
    expect(await take(userId, 1, 30)).toBe('taken')
    expect(await take(userId, 30, 30)).toBe('taken')
    expect(await take(userId, 31)).toEqual({ code: 'RATE_LIMITED', retryAfterSeconds: 29 })
    expect(await take(userId, 59)).toEqual({ code: 'RATE_LIMITED', retryAfterSeconds: 1 })
    // The first thirty are older than a minute, and refused actions were never counted.
    expect(await take(userId, 60, 30)).toBe('taken')
    expect(await take(userId, 61)).toEqual({ code: 'RATE_LIMITED', retryAfterSeconds: 29 })
  })

  it('counts all actions of an operation or none', async () => {
    const userId = await enter({ sub: uniqueName('limite') })
    expect(await take(userId, 0, 61)).toMatchObject({ code: 'RATE_LIMITED' })
    expect(await take(userId, 0, 59)).toBe('taken')
    expect(await take(userId, 0, 2)).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 60 })
    expect(await take(userId, 0, 1)).toBe('taken')
  })

  it('counts the waiting time from the start of the sixth in which the limit was reached', async () => {
    const userId = await enter({ sub: uniqueName('limite') })
    expect(await take(userId, 5, 60)).toBe('taken')
    expect(await take(userId, 7)).toEqual({ code: 'RATE_LIMITED', retryAfterSeconds: 53 })
    expect(await take(userId, 60)).toBe('taken')
  })

  it('is not exceeded by concurrent requests', async () => {
    const userId = await enter({ sub: uniqueName('limite') })
    const taken = await Promise.all(Array.from({ length: 80 }, () => take(userId, 5)))
    expect(taken.filter((one) => one === 'taken')).toHaveLength(60)
  })

  it('applies to each person separately', async () => {
    const [one, other] = [
      await enter({ sub: uniqueName('limite') }),
      await enter({ sub: uniqueName('limite') }),
    ]
    expect(await take(one, 0, 60)).toBe('taken')
    expect(await take(other, 0, 60)).toBe('taken')
  })

  it('refuses a person who was erased a moment ago', async () => {
    expect(await take('01ARZ3NDEKTSV4RRFFQ69G5FAV', 0)).toEqual({ code: 'UNAUTHENTICATED' })
  })
})
