import { expect, it } from 'vitest'
import { listPageHeaders } from './page-headers.ts'

const policyOf = (hosts: Parameters<typeof listPageHeaders>[0]) =>
  listPageHeaders(hosts)['content-security-policy'].split('; ')

it('allows the API and the issuers by their origins, each once', () => {
  const policy = policyOf({
    apiUrl: 'https://abc.execute-api.us-east-2.amazonaws.com/production',
    issuer: 'https://users.example/realms/pauta',
    operatorIssuer: 'https://users.example/realms/services',
    others: ['https://tokens.example'],
  })
  expect(policy).toContain("script-src 'self' https://abc.execute-api.us-east-2.amazonaws.com")
  expect(policy).toContain(
    "connect-src 'self' https://abc.execute-api.us-east-2.amazonaws.com https://users.example https://tokens.example",
  )
})

it('allows the picture of the publisher by its origin', () => {
  const policy = policyOf({ apiUrl: '', issuer: '', markUrl: 'https://orgao.example/a/m.svg' })
  expect(policy).toContain("img-src 'self' https://orgao.example data:")
})

it('allows nothing but its own host when the API has the same one and nobody logs in', () => {
  const policy = policyOf({ apiUrl: '', issuer: '' })
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("connect-src 'self'")
})
