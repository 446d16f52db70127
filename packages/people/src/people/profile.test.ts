import { describe, expect, it } from 'vitest'
import { completeProfile, displayName, readProfile, updateProfile } from './profile.ts'

describe('how others see a person', () => {
  it.each([
    [{ name: 'Ana Souza', username: 'ana' }, 'Ana Souza'],
    [{ name: null, username: 'ana' }, 'ana'],
    [{ name: ' ', username: 'ana' }, 'ana'],
    [{ name: 'ana@exemplo.gov.br', username: 'ana' }, 'ana'],
    [{ name: 'Ana (ana@exemplo.gov.br)', username: null }, 'Usuário'],
    [{ name: 'ana@exemplo.gov.br', username: 'ana@exemplo.gov.br' }, 'Usuário'],
    [{ name: null, username: null }, 'Usuário'],
    [{ name: '@ana', username: null }, '@ana'],
  ])('%j is %s', (kept, shown) => {
    expect(displayName(kept)).toBe(shown)
  })
})

describe('the claims of a person', () => {
  it('are read as their issuers write them', () => {
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
    'have no address in %j',
    (email) => {
      expect(readProfile({ email }).email).toBeUndefined()
    },
  )

  it('cut a name that is too long between characters', () => {
    expect([...(readProfile({ name: '😀'.repeat(200) }).name ?? '')]).toHaveLength(100)
  })
})

describe('what userinfo adds', () => {
  it('stands behind what the token says', () => {
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

describe('whether an address is verified', () => {
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
