import { describe, expect, it } from 'vitest'
import {
  completeProfile,
  displayName,
  isChanged,
  isComplete,
  readProfile,
  updateProfile,
  type Profile,
} from './profile.ts'

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

  it.each([
    [7],
    [null],
    [['ana@exemplo.gov.br']],
    ['ana'],
    ['ana@'],
    ['a@b@c'],
    [`${'a'.repeat(250)}@b.br`],
    ['a\u0001@b.br'],
  ])('finds no address in %j', (email) => {
    expect(readProfile({ email }).email).toBeUndefined()
  })

  it('accepts an address of 254 characters', () => {
    const email = `${'a'.repeat(249)}@b.br`
    expect(readProfile({ email }).email).toBe(email)
  })

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    ['yes', undefined],
    [undefined, undefined],
  ])('reads whether the address is verified from %j: %j', (claim, verified) => {
    expect(readProfile({ email_verified: claim }).emailVerified).toBe(verified)
  })

  it.each([['a@b.br'], [' '], [7], [undefined]])('finds no name in %j', (name) => {
    expect(readProfile({ name, preferred_username: name })).toMatchObject({
      name: undefined,
      username: undefined,
    })
  })

  it('cuts a long name between characters', () => {
    expect([...(readProfile({ name: '😀'.repeat(200) }).name ?? '')]).toHaveLength(100)
  })
})

describe('completeProfile', () => {
  it('prefers the token’s claims', () => {
    const added = { name: 'B', username: 'b', email: 'b@b.br', emailVerified: true }
    expect(completeProfile({ name: 'A' }, added)).toEqual({ ...added, name: 'A' })
    expect(completeProfile({}, added)).toEqual(added)
    expect(completeProfile({ username: 'a' }, added)).toEqual({ ...added, username: 'a' })
    // Only an address can be verified.
    expect(completeProfile({ emailVerified: true }, { email: 'b@b.br' }).emailVerified).toBeUndefined()
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

  it.each<[Profile, object]>([
    [{}, {}],
    [{ name: 'A' }, { name: 'A' }],
    [{ username: 'a' }, { username: 'a' }],
    [{ email: 'A@b.br' }, { email: 'A@b.br' }],
  ])('takes what %j says and keeps the rest', (said, changes) => {
    expect(updateProfile(kept, said)).toEqual({ ...kept, ...changes })
    expect(isChanged(kept, updateProfile(kept, said))).toBe(Object.keys(changes).length > 0)
  })

  it('makes no unknown address a verified one', () => {
    expect(updateProfile({ ...kept, email: null }, { email: 'a@b.br' }).emailVerified).toBe(false)
    expect(isChanged(kept, { ...kept, emailVerified: false })).toBe(true)
  })
})

it.each<[Profile, boolean]>([
  [{ name: 'A', email: 'a@b.br', emailVerified: false }, true],
  [{ username: 'a', email: 'a@b.br', emailVerified: true }, true],
  [{ email: 'a@b.br', emailVerified: true }, false],
  [{ name: 'A', emailVerified: true }, false],
  [{ name: 'A', email: 'a@b.br' }, false],
])('a profile with %j is complete: %j', (profile, complete) => {
  expect(isComplete(profile)).toBe(complete)
})
