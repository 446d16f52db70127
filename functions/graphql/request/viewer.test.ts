import { unavailable } from '@pauta/platform/errors'
import { describe, expect, it } from 'vitest'
import { resolveViewer, type Viewer, type ViewerVerifier } from './viewer.ts'

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = (iss: unknown, alg = 'RS256') => `${part({ alg, kid: '1' })}.${part({ iss })}.c2lnbmF0dXJl`

const SERVICE: Viewer = { kind: 'service', account: 'a', listed: true }
const USER: Viewer = { kind: 'user', userId: 'u' }

/** Returns verifiers of two issuers; `asked` lists the issuers whose verifier was called. */
function makeVerifiers(answers: { services?: () => Promise<Viewer | undefined> } = {}) {
  const asked: string[] = []
  const verifier = (issuer: string, find: () => Promise<Viewer | undefined>): ViewerVerifier => ({
    issuer,
    find: async () => {
      asked.push(issuer)
      return await find()
    },
  })
  const verifiers = [
    verifier('https://services', answers.services ?? (async () => SERVICE)),
    verifier('https://users', async () => USER),
    { issuer: undefined, find: async () => SERVICE },
  ]
  return { asked, verifiers }
}

describe('resolveViewer', () => {
  it("returns the viewer of the verifier of the token's issuer", async () => {
    const { asked, verifiers } = makeVerifiers()
    expect(await resolveViewer(`Bearer ${token('https://services')}`, verifiers)).toEqual(SERVICE)
    expect(await resolveViewer(`bearer ${token('https://users')}`, verifiers)).toEqual(USER)
    expect(asked).toEqual(['https://services', 'https://users'])
  })

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['another scheme', `Basic ${token('https://services')}`],
    ['no token', 'Bearer '],
    ['two tokens', `Bearer ${token('https://services')} ${token('https://users')}`],
    ['garbage', 'Bearer x.y.z'],
    ['no issuer', `Bearer ${token(undefined)}`],
    ['an issuer that is no text', `Bearer ${token(['https://services'])}`],
    ['an unknown issuer', `Bearer ${token('https://services/')}`],
    ['no signature algorithm', `Bearer ${token('https://services', 'none')}`],
    ['a shared secret', `Bearer ${token('https://services', 'HS256')}`],
    ['a token that is too long', `Bearer ${token('https://services')}${'A'.repeat(8192)}`],
  ])('returns anonymous for %s without a call to a verifier', async (_, header) => {
    const { asked, verifiers } = makeVerifiers()
    expect(await resolveViewer(header, verifiers)).toEqual({ kind: 'anonymous' })
    expect(asked).toEqual([])
  })

  it('returns anonymous for an invalid token', async () => {
    const { verifiers } = makeVerifiers({ services: async () => undefined })
    expect(await resolveViewer(`Bearer ${token('https://services')}`, verifiers)).toEqual({
      kind: 'anonymous',
    })
  })

  it('returns unverified while the keys of the issuer are not available', async () => {
    const error = unavailable('identity', new Error('no keys'))
    const { verifiers } = makeVerifiers({ services: () => Promise.reject(error) })
    expect(await resolveViewer(`Bearer ${token('https://services')}`, verifiers)).toEqual({
      kind: 'unverified',
      error,
    })
    expect(await resolveViewer(`Bearer ${token('https://users')}`, verifiers)).toEqual(USER)
  })
})

describe('one issuer of users and operators', () => {
  const LISTED: Viewer = { kind: 'service', account: 'a', listed: true }
  const UNLISTED: Viewer = { kind: 'service', account: 'a', listed: false }

  it.each([
    ['a listed account', LISTED, undefined, LISTED],
    ['a listed account that is a user too', LISTED, USER, LISTED],
    ['a user whose account is not listed', UNLISTED, USER, USER],
    ['an account that is neither listed nor a user', UNLISTED, undefined, UNLISTED],
    ['a user', undefined, USER, USER],
    ['nobody', undefined, undefined, { kind: 'anonymous' }],
  ] as const)('returns %s', async (_, service, user, expected) => {
    const verifiers = [service, user].map((viewer) => ({ issuer: 'https://one', find: async () => viewer }))
    expect(await resolveViewer(`Bearer ${token('https://one')}`, verifiers)).toEqual(expected)
  })
})
