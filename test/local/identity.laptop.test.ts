import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startIdentity, type Identity } from '@pauta/emulators/identity/identity'
import { JwtVerifier } from 'aws-jwt-verify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findOwnPort, untilNobodyIsAt } from '../kit/stack/own-port.ts'

let dataDir: string
let users: Identity
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pauta-identity-'))
  users = await startIdentity({ port: await findOwnPort(), dataDir })
})
afterAll(async () => {
  await users.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Reads tokens as shipped code does, with the keys that the issuer serves. */
async function verify(token: string, identity: Identity): Promise<Record<string, unknown>> {
  const verifier = JwtVerifier.create({ issuer: identity.issuer, audience: 'portal' })
  const answer = await fetch(identity.jwksUrl)
  verifier.cacheJwks((await answer.json()) as Parameters<typeof verifier.cacheJwks>[0])
  return { ...verifier.verifySync(token) }
}

const userinfo = (authorization: string) => fetch(`${users.issuer}/userinfo`, { headers: { authorization } })

it('signs tokens that its keys verify and other keys do not', async () => {
  const token = await users.token({ sub: 'ana', aud: 'portal', email: 'ana@example.org' })
  expect(await verify(token, users)).toMatchObject({
    iss: users.issuer,
    sub: 'ana',
    email: 'ana@example.org',
  })
  const services = await startIdentity({ port: 0 })
  const foreign = await services.token({ sub: 'ana', aud: 'portal', iss: users.issuer })
  await expect(verify(foreign, users)).rejects.toThrow(/kid|signature/i)
  const expired = await users.token({ sub: 'ana', aud: 'portal' }, { expiresInSeconds: -60 })
  await expect(verify(expired, users)).rejects.toThrow('expired')
  await services.stop()
})

it('is discovered by its issuer address', async () => {
  const answer = await fetch(`${users.issuer}/.well-known/openid-configuration`)
  expect(await answer.json()).toMatchObject({
    issuer: users.issuer,
    jwks_uri: users.jwksUrl,
    userinfo_endpoint: `${users.issuer}/userinfo`,
  })
})

it('returns the claims of a token at its userinfo endpoint', async () => {
  const token = await users.token({ sub: 'ana', name: 'Ana', email_verified: true })
  const answer = await userinfo(`Bearer ${token}`)
  expect(await answer.json()).toMatchObject({ sub: 'ana', name: 'Ana', email_verified: true })
  const [header, , signature] = token.split('.')
  const forged = [
    header,
    Buffer.from('{"sub":"eva","exp":9999999999}').toString('base64url'),
    signature,
  ].join('.')
  const expired = await users.token({ sub: 'ana' }, { expiresInSeconds: -1 })
  for (const bad of [`Bearer ${forged}`, `Bearer ${expired}`, 'Bearer nonsense', 'Basic abc']) {
    expect((await userinfo(bad)).status).toBe(401)
  }
})

it('keeps key and address after a restart, so that tokens stay valid', async () => {
  const token = await users.token({ sub: 'ana', aud: 'portal' })
  const { issuer } = users
  await users.stop()
  await untilNobodyIsAt(Number(new URL(issuer).port))
  users = await startIdentity({ port: 0, dataDir })
  expect(users.issuer).toBe(issuer)
  expect(await verify(token, users)).toMatchObject({ sub: 'ana' })
})

describe('the login page', () => {
  const CALLBACK = 'http://localhost:9/entrar'
  let issuer: Identity
  beforeAll(async () => {
    issuer = await startIdentity({
      port: 0,
      logins: ['ana', '<b>"eva"'],
      describe: (name) => ({ aud: 'portal', name: `Nome de ${name}` }),
    })
  })
  afterAll(() => issuer.stop())

  const follow = (url: string | URL) => fetch(url, { redirect: 'manual' })
  const locationOf = (response: Response) => new URL(response.headers.get('location') ?? '')

  /** Begins the authorization code flow as a page does. Returns the address of the login page. */
  async function begin(): Promise<URL> {
    const address = new URL(`${issuer.issuer}/authorize`)
    address.search = new URLSearchParams({
      response_type: 'code',
      client_id: 'portal',
      redirect_uri: CALLBACK,
      scope: 'openid profile',
      state: 'estado',
    }).toString()
    return locationOf(await follow(address))
  }

  async function logInAs(name: string): Promise<Record<string, unknown>> {
    const page = await begin()
    page.searchParams.set('name', name)
    const back = locationOf(await follow(page))
    expect(`${back.origin}${back.pathname}`).toBe(CALLBACK)
    expect(back.searchParams.get('state')).toBe('estado')
    const response = await fetch(`${issuer.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: CALLBACK,
        client_id: 'portal',
      }),
    })
    const { access_token: token } = (await response.json()) as { access_token: string }
    return await verify(token, issuer)
  }

  it('offers its names as buttons, without markup from them', async () => {
    const response = await fetch(await begin())
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await response.text()
    expect(html).toContain('<button name="name" value="ana">ana</button>')
    expect(html).not.toContain('<b>')
    expect(html).not.toContain('"eva"')
  })

  it('logs in as the chosen name, with the claims of that person', async () => {
    expect(await logInAs('ana')).toMatchObject({ sub: 'ana', name: 'Nome de ana', aud: 'portal' })
    expect(await logInAs('outra-pessoa')).toMatchObject({ sub: 'outra-pessoa' })
  })

  it('cuts a name at 60 characters', async () => {
    expect((await logInAs('x'.repeat(100)))['sub']).toBe('x'.repeat(60))
  })

  it('redirects nowhere without a code that the issuer sent', async () => {
    const response = await follow(
      `${issuer.issuer}/login?${new URLSearchParams({ to: 'https://evil.example/', name: 'ana' })}`,
    )
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({
      status: 200,
      location: null,
    })
  })
})
