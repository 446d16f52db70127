import { GraphQLError } from 'graphql'
import { describe, expect, it } from 'vitest'
import { texts } from '../texts/texts.ts'
import { describeFailure } from './use-data.ts'

const failure = (message: string, code: string, path?: string[], details: object = {}) =>
  describeFailure({ graphQLErrors: [new GraphQLError(message, { path, extensions: { code, ...details } })] })

describe('describeFailure', () => {
  it('shows readers the Portuguese message of a field that refuses a value', () => {
    const message = 'page: deve ser maior ou igual a 1.'
    expect(failure(message, 'BAD_USER_INPUT', ['articles'])).toBe(message)
  })

  it.each([
    ['input.name: não pode ficar em branco.', 'Nome: não pode ficar em branco.'],
    ['input.extraEmails[0]: "ana" não é um e-mail.', 'Outros e-mails: "ana" não é um e-mail.'],
    ['input.recortes[1].keywords: no máximo 50.', 'Recorte 2, palavras: no máximo 50.'],
    ['recorte.title: não pode ficar em branco.', 'Título: não pode ficar em branco.'],
    ['input.endDate: deve vir depois de input.startDate.', 'Último dia: deve vir depois de primeiro dia.'],
    ['input.endDate: deve vir depois de input.page.', 'Último dia: deve vir depois de input.page.'],
    ['input.constructor: não existe.', 'input.constructor: não existe.'],
  ])('names the field of the form in “%s”', (message, shown) => {
    expect(failure(message, 'BAD_USER_INPUT', ['createClipping'])).toBe(shown)
    expect(failure(message, 'LIMIT_EXCEEDED', ['createClipping'])).toBe(shown)
  })

  it('shows readers a Portuguese text by the code for a variable that GraphQL itself refuses', () => {
    const message = 'Variable "$page" got invalid value "um"; Int cannot represent non-integer value: "um"'
    expect(failure(message, 'BAD_USER_INPUT')).toBe(texts.failures.refused)
    expect(failure('Unknown type "ID".', 'GRAPHQL_VALIDATION_FAILED')).toBe(texts.failures.server)
  })

  it('shows the message of a limit that lasts longer than a minute', () => {
    const message = 'Tente de novo amanhã.'
    const limit = (retryAfterSeconds: number) =>
      failure(message, 'RATE_LIMITED', ['requestAlert'], { retryAfterSeconds })
    expect([limit(60), limit(61)]).toEqual([texts.failures.busy, message])
    expect(failure(message, 'RATE_LIMITED', ['requestAlert'])).toBe(texts.failures.busy)
  })
})
