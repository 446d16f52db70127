import { describe, expect, it } from 'vitest'
import { PublicError } from '../errors.ts'
import { cannotServe, findPublicError, isConnectionError, isDroppedConnection } from './connection-errors.ts'

const withCode = (code: string) => Object.assign(new Error('refused'), { code })

describe('an error of the database', () => {
  it.each('CONNECTION_CLOSED CONNECTION_ENDED ECONNRESET EPIPE 57P01'.split(' '))(
    'with the code %s is a lost connection',
    (code) => {
      expect([isDroppedConnection(withCode(code)), isConnectionError(withCode(code))]).toEqual([true, true])
    },
  )

  it.each(
    'CONNECT_TIMEOUT CONNECTION_DESTROYED ECONNREFUSED ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH 57P02 57P03 53300 08000 08003 08006'.split(
      ' ',
    ),
  )('with the code %s means that the database cannot be reached', (code) => {
    expect([isDroppedConnection(withCode(code)), isConnectionError(withCode(code))]).toEqual([false, true])
    expect(findPublicError(withCode(code))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })

  it.each('53100 58030 25006'.split(' '))('with the code %s means that it cannot be written', (code) => {
    expect([isConnectionError(withCode(code)), cannotServe(withCode(code))]).toEqual([false, true])
    expect(findPublicError(withCode(code))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })

  it.each([[withCode('23505')], [new Error('57P01')], ['57P01'], [{ code: '57P01' }]])(
    'such as %o is one of the statement',
    (error) => {
      expect(cannotServe(error)).toBe(false)
      expect(findPublicError(error)).toBeUndefined()
    },
  )

  it('that callers may read stays as it is', () => {
    const error = new PublicError('CONFLICT', 'Não.')
    expect(findPublicError(error)).toBe(error)
  })
})
