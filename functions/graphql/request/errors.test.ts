import { PublicError } from '@pauta/platform/errors'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { GraphQLError } from 'graphql'
import { describe, expect, it, vi } from 'vitest'
import { formatError } from './errors.ts'

describe('an error that a caller may see', () => {
  it('logs the reason of the search engine as a warning and keeps it from the caller', () => {
    const logger = createLogger({ level: 'silent' })
    const warn = vi.spyOn(logger, 'warn')
    const refused = new PublicError('BAD_USER_INPUT', 'A busca não aceita estes filtros.', {
      cause: new Error('search refused (400): bad filter'),
    })
    const error = new GraphQLError(refused.message, { originalError: refused })
    const formatted = formatError({ message: refused.message }, error, { logger })
    expect(formatted.extensions?.['code']).toBe('BAD_USER_INPUT')
    expect(JSON.stringify(formatted)).not.toContain('bad filter')
    expect(warn).toHaveBeenCalledWith({ error: refused.cause }, refused.message)
  })
})
