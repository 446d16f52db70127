import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeServer, listenLocally } from '../local-server.ts'
import { completeIssuers } from './issuers.ts'
import { KEYS_UNKNOWN, type MachineSections } from './settings.ts'

let server: Server
let url: string
let asked: string[]
let said: unknown

beforeEach(async () => {
  asked = []
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (said === undefined) response.writeHead(404)
    response.end(typeof said === 'string' ? said : JSON.stringify(said))
  })
  url = await listenLocally(server, 0)
  said = { issuer: url, jwks_uri: 'https://keys.example/', userinfo_endpoint: 'https://info.example/' }
})
afterEach(() => closeServer(server))

const complete = ({ user = {}, service = {} }: { user?: object; service?: object } = {}) => {
  const identity = { issuer: url, jwksUri: KEYS_UNKNOWN, audiences: ['a'], userinfoUrl: '', audience: 'b' }
  return completeIssuers({
    userIdentity: { ...identity, ...user },
    serviceIdentity: { ...identity, ...service },
  } as unknown as MachineSections)
}

describe('the issuers of a machine', () => {
  it('give the addresses that the settings leave out, and are asked once', async () => {
    const { userIdentity, serviceIdentity, loginAddresses } = await complete()
    expect(userIdentity).toMatchObject({
      jwksUri: 'https://keys.example/',
      userinfoUrl: 'https://info.example/',
      audiences: ['a'],
    })
    expect(serviceIdentity).toMatchObject({ jwksUri: 'https://keys.example/', audience: 'b' })
    expect(loginAddresses).toEqual(['https://info.example/'])
    expect(asked).toEqual(['/.well-known/openid-configuration'])
  })

  it('name every address that a page asks, the one of tokens first', async () => {
    said = { ...(said as object), token_endpoint: 'https://token.example/' }
    expect((await complete()).loginAddresses).toEqual(['https://token.example/', 'https://info.example/'])
  })

  it('keep the addresses of the settings', async () => {
    const own = { jwksUri: 'https://own.example/keys', userinfoUrl: 'https://own.example/info' }
    expect(await complete({ user: own, service: own })).toMatchObject({
      userIdentity: own,
      serviceIdentity: { jwksUri: own.jwksUri },
    })
  })

  it('may name no address of userinfo', async () => {
    said = { issuer: url, jwks_uri: 'https://keys.example/' }
    const { userIdentity, loginAddresses } = await complete()
    expect([userIdentity.userinfoUrl, loginAddresses]).toEqual(['', []])
  })

  it('are asked below a name with a slash at its end, which is another name', async () => {
    const refused = complete({ user: { issuer: `${url}/` }, service: { issuer: `${url}/` } })
    await expect(refused).rejects.toThrow(`The issuer at ${url}/ calls itself ${url}`)
    expect(asked).toEqual(['/.well-known/openid-configuration'])
  })

  it.each([
    ['HTTP 404', undefined],
    ['JSON', '<html>'],
    ['its answer lacks or has a wrong jwks_uri)', { issuer: 'x' }],
    ['its answer lacks or has a wrong form)', []],
    ['more than 262144 bytes', `{"a":"${'x'.repeat(256 * 1024 - 7)}"}`],
  ])('are refused with %s', async (reason, answer) => {
    said = answer
    await expect(complete()).rejects.toThrow(reason)
  })

  it('are read up to the limit', async () => {
    const text = JSON.stringify(said)
    said = text + ' '.repeat(256 * 1024 - text.length)
    expect((await complete()).userIdentity.jwksUri).toBe('https://keys.example/')
  })

  it('are named with the cause when nothing listens', async () => {
    await closeServer(server)
    await expect(complete()).rejects.toThrow(/does not describe itself at .*ECONNREFUSED/)
  })
})
