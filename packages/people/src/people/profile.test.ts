import { describe, expect, it } from 'vitest'
import { completeProfile, displayName, readProfile, updateProfile } from './profile.ts'

describe('displayName', () => {
  it.each([
    [{ name: 'Ana Souza', username: 'ana' }, 'Ana Souza'],
    [{ name: null, username: 'ana' }, 'ana'],
    [{ name: ' ', username: 'ana' }, 'ana'],
    [{ name: 'ana@exemplo.gov.br', username: 'ana' }, 'ana'],
    [{ name: 'Ana (ana@exemplo.gov.br)', username: null }, 'Usuário'],
    [{ name: 'ana@exemplo.gov.br', username: 'ana@exemplo.gov.br' }, 'Usuário'],
    [{ name: null, username: null }, 'Usuário'],
    [{ name: '@ana', username: null }, '@ana'],
  ])('shows %j as %s', (kept, shown) => {
    expect(displayName(kept)).toBe(shown)
  })
})

describe('readProfile', () => {
  it('reads the claims of Cognito, Keycloak and others', () => {
    expect(
      readProfile({
        name: ' Ana\u200b\tSouza ',
        preferred_username: 'ana',
        email: ' Ana@Exemplo.gov.br ',
        email_verified: 'true',
      }),
    ).toEqual({ name: 'Ana Souza', username: 'ana', email: 'Ana@Exemplo.gov.br', emailVerified: true })
  })

  it.each([[7], [null], [['ana@exemplo.gov.br']], ['ana'], ['ana@'], ['a@b@c'], [`${'a'.repeat(250)}@b.br`]])(
    'finds no address in %j',
    (email) => {
      expect(readProfile({ email }).email).toBeUndefined()
    },
  )

  it('cuts a long name between characters', () => {
    expect([...(readProfile({ name: '😀'.repeat(200) }).name ?? '')]).toHaveLength(100)
  })
})

describe('completeProfile', () => {
  it('prefers the token’s claims', () => {
    const added = { name: 'B', username: 'b', email: 'b@b.br', emailVerified: true }
    expect(completeProfile({ name: 'A' }, added)).toEqual({ ...added, name: 'A' })
    expect(completeProfile({ email: 'B@b.br' }, added)).toMatchObject({
      email: 'B@b.br',
      emailVerified: true,
    })
    expect(completeProfile({ email: 'a@b.br' }, added).emailVerified).toBeUndefined()
    expect(completeProfile({ email: 'b@b.br', emailVerified: false }, added).emailVerified).toBe(false)
  })
})

describe('updateProfile', () => {
  const kept = { name: null, username: null, email: 'a@b.br', emailVerified: true }

  it.each([
    [{}, true],
    [{ emailVerified: false }, true],
    [{ email: 'A@b.br' }, true],
    [{ email: 'a@b.br', emailVerified: false }, false],
    [{ email: 'c@b.br' }, false],
    [{ email: 'c@b.br', emailVerified: true }, true],
  ])('follows %j', (said, verified) => {
    expect(updateProfile(kept, said).emailVerified).toBe(verified)
  })
})
