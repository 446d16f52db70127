import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson, type Person } from '../kit/rows/people.ts'
import { startTestStack, uniqueName, type TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await startTestStack({ inbox: { port: 0 }, corsOrigins: ['http://localhost:3000'] })
})
afterAll(() => stack.stop())

const LINK = '/telegram/link'
let chats = 1000

const inbox = () => {
  if (!stack.stack.inbox) throw new Error('the stack has no inbox')
  return stack.stack.inbox
}

async function bearer(): Promise<{
  person: Person
  id: () => Promise<string>
  headers: Record<string, string>
}> {
  const sub = uniqueName('pessoa')
  const claims = { sub, email: `${sub}@exemplo.org`, email_verified: true }
  const person = { ...(await newPerson(stack, claims)), email: claims.email }
  const id = async () => {
    const [identity] = await stack.db<{ userId: string }[]>`
      select user_id from identities where subject = ${sub}`
    return identity?.userId ?? ''
  }
  return { person, id, headers: { authorization: `Bearer ${await stack.stack.token(claims)}` } }
}

/** Asks for a deep link and gives the token in it. */
async function askForToken(headers: Record<string, string>): Promise<string> {
  const response = await stack.fetch(LINK, { method: 'POST', headers })
  expect(response.status).toBe(200)
  const { url } = (await response.json()) as { url: string }
  const [, token = ''] = /^https:\/\/t\.me\/PautaLocalBot\?start=([\w-]{43})$/.exec(url) ?? []
  expect(token).not.toBe('')
  return token
}

const isLinked = async (person: Person) =>
  (await person.query('{ currentUserHasTelegramLinked }')).currentUserHasTelegramLinked as boolean

describe('the link to Telegram', () => {
  it('links the chat to the person who opens the link, once', async () => {
    const { person, id, headers } = await bearer()
    expect(await isLinked(person)).toBe(false)
    const token = await askForToken(headers)
    const chat = ++chats
    expect(await inbox().telegram.write(chat, `/start ${token}`)).toMatch(/^Tudo certo/)
    expect(await isLinked(person)).toBe(true)
    const [row] = await stack.db`select chat_id from telegram_links where user_id = ${await id()}`
    expect(row).toEqual({ chatId: String(chat) })
    // Telegram repeats the update, and then another person uses the link.
    expect(await inbox().telegram.write(chat, `/start ${token}`)).toMatch(/já está vinculado/)
    expect(await inbox().telegram.write(++chats, `/start ${token}`)).toMatch(/já foi usado ou expirou/)
    expect(inbox().list({ channel: 'telegram', to: String(chat) })).toHaveLength(2)
  })

  it('returns a token that is not readable in the database, and expires after 15 minutes', async () => {
    const { person, id, headers } = await bearer()
    const token = await askForToken(headers)
    const rows = await stack.db<{ tokenHash: string; minutes: number }[]>`
      select token_hash, extract(epoch from expires_at - now())::float / 60 as minutes
      from telegram_tokens where user_id = ${await id()}`
    expect(rows).toHaveLength(1)
    expect(rows[0]?.tokenHash).not.toContain(token)
    expect(rows[0]?.minutes).toBeGreaterThan(14)
    expect(rows[0]?.minutes).toBeLessThanOrEqual(15)
    await tables.telegramTokens.set(stack.db, { userId: await id() }, { expiresAt: new Date() })
    expect(await inbox().telegram.write(++chats, `/start ${token}`)).toMatch(/já foi usado ou expirou/)
    expect(await isLinked(person)).toBe(false)
  })

  it('moves a chat to another account only after a confirmation in the chat, and notifies both accounts', async () => {
    const first = await bearer()
    const second = await bearer()
    const chat = ++chats
    const say = (text: string) => inbox().telegram.write(chat, text)
    const rename = (id: string, name: string) => tables.users.set(stack.db, { id }, { name })
    expect(await say('/confirmar')).toMatch(/nada para confirmar/)
    await say(`/start ${await askForToken(first.headers)}`)
    const token = await askForToken(second.headers)
    await rename(await first.id(), 'Ana')
    await rename(await second.id(), 'Bia')
    const question = await say(`/start ${token}`)
    expect(question).toMatch(/vinculado à conta “Ana”.*para a conta “Bia”, envie \/confirmar/)
    expect(await isLinked(first.person)).toBe(true)
    expect(await isLinked(second.person)).toBe(false)
    await tables.telegramMoves.set(stack.db, { chatId: String(chat) }, { expiresAt: new Date() })
    expect(await say('/confirmar')).toMatch(/nada para confirmar/)
    await say(`/start ${await askForToken(second.headers)}`)
    expect(await say('/confirmar')).toMatch(/^Tudo certo: este chat agora é da conta/)
    expect(await isLinked(first.person)).toBe(false)
    expect(await isLinked(second.person)).toBe(true)
    for (const [{ person }, words] of [
      [first, /passou para outra conta/],
      [second, /agora está vinculado à sua/],
    ] as const)
      await expect
        .poll(
          () =>
            inbox()
              .list({ channel: 'email', to: person.email })
              .map(({ text }) => text),
          {
            interval: 100,
          },
        )
        .toEqual([expect.stringMatching(words)])
  })

  it('replaces an earlier link', async () => {
    const first = await bearer()
    const old = await askForToken(first.headers)
    const chat = ++chats
    await inbox().telegram.write(chat, `/start ${await askForToken(first.headers)}`)
    expect(await inbox().telegram.write(++chats, `/start ${old}`)).toMatch(/já foi usado ou expirou/)
    expect(await isLinked(first.person)).toBe(true)
  })

  it('ends with /stop', async () => {
    const { person, headers } = await bearer()
    const chat = ++chats
    await inbox().telegram.write(chat, `/start ${await askForToken(headers)}`)
    expect(await inbox().telegram.write(chat, '/stop')).toMatch(/foi desvinculado/)
    expect(await isLinked(person)).toBe(false)
    expect(await inbox().telegram.write(chat, '/stop')).toMatch(/não está vinculado/)
  })

  it('needs a logged-in user', async () => {
    for (const headers of [{}, { authorization: 'Bearer x' }] as Record<string, string>[]) {
      const response = await stack.fetch(LINK, { method: 'POST', headers })
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({
        errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
      })
    }
    const service = { authorization: `Bearer ${await stack.stack.serviceToken()}` }
    expect((await stack.fetch(LINK, { method: 'POST', headers: service })).status).toBe(403)
  })

  it('may be requested by pages of known origins only', async () => {
    const ask = (origin: string, method: string) => stack.fetch(LINK, { method, headers: { origin } })
    const known = await ask('http://localhost:3000', 'OPTIONS')
    expect(known.status).toBe(204)
    expect(known.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    const refused = await ask('http://localhost:3000', 'POST')
    expect(refused.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    const stranger = await ask('https://exemplo.org', 'OPTIONS')
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('is created at most twenty times an hour', async () => {
    const { headers } = await bearer()
    const statuses = []
    for (let i = 0; i < 21; i++) statuses.push((await stack.fetch(LINK, { method: 'POST', headers })).status)
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(statuses[20]).toBe(429)
    const again = await stack.fetch(LINK, { method: 'POST', headers })
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('an update of Telegram', () => {
  const SECRET = () =>
    (JSON.parse(stack.stack.environment['SST_RESOURCE_Telegram'] ?? '{}') as { updatesSecret: string })
      .updatesSecret
  const post = (body: unknown, secret: string | undefined = SECRET()) =>
    stack.fetch('/telegram/updates', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(secret === '' ? {} : { 'x-telegram-bot-api-secret-token': secret }),
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const message = (text: string, type = 'private') => ({ message: { chat: { id: -5, type }, text } })

  it('is accepted only with the secret', async () => {
    for (const secret of ['', 'x', `${SECRET()}x`, SECRET().toUpperCase()])
      expect((await post(message('/stop'), secret)).status).toBe(403)
    expect((await post(message('/stop'))).status).toBe(200)
  })

  it('is acknowledged and ignored when it is irrelevant', async () => {
    for (const update of [{ update_id: 1 }, message('bom dia'), { update_id: 2, edited_message: {} }]) {
      const response = await post(update)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({})
    }
  })

  it('gets its reply in the answer, in Portuguese', async () => {
    expect(await (await post(message('/start'))).json()).toEqual({
      method: 'sendMessage',
      chat_id: -5,
      text: 'Para receber clippings aqui, abra o portal e peça o link para o Telegram.',
    })
  })

  it('of a group links nothing, and keeps the token for its owner', async () => {
    const { person, headers } = await bearer()
    const token = await askForToken(headers)
    const reply = (await (await post(message(`/start ${token}`, 'group'))).json()) as { text: string }
    expect(reply.text).toMatch(/em particular/)
    expect(await isLinked(person)).toBe(false)
    expect(await inbox().telegram.write(++chats, `/start ${token}`)).toMatch(/^Tudo certo/)
  })

  it.each(['', 'not json', '[1', '7', JSON.stringify({ message: {} }), `"${'x'.repeat(70_000)}"`])(
    'is refused when it is malformed (%#)',
    async (body) => {
      expect((await post(body)).status).toBe(400)
    },
  )
})
