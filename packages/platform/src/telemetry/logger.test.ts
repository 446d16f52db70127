import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { patient } from '../../../../test/kit/runner/patience.ts'

/** Takes minutes when the time grows with the square of it. */
const LETTERS = 500_000
const expand = (text: string) => text.replace('…', 'a'.repeat(LETTERS))

/** Runs a process that logs one line per field object, and returns the lines. In texts, `…` stands for many letters. */
function log(...fields: unknown[]): Record<string, unknown>[] {
  const program = `import { createLogger } from '${import.meta.dirname}/logger.ts'
const logger = createLogger({ level: 'info', fields: { function: 'test' } })
for (const one of ${JSON.stringify(fields)}) logger.info({ ...one, error: one.error && Object.assign(new Error(one.error), one.claims) }, one.text?.replace('…', 'a'.repeat(${LETTERS})))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    maxBuffer: 10 * LETTERS,
    timeout: patient(60_000),
  })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('logs', () => {
  it('contain no e-mail address in any field and stay JSON', () => {
    const lines = log(
      { text: 'mail to Ana.Souza+x@exemplo.gov.br failed' },
      {
        error:
          'Failing row contains (1, "josé"@exemplo.com.br,\nana@exemplo.gov.br, \u0001bia@exemplo.gov.br)',
      },
      { deep: { list: [{ note: '<joão@exemplo.gov.br>' }] }, 'ana@exemplo.gov.br': 1 },
      { email: 'ana@exemplo.gov.br', claims: { email: 'x', token: 'y', id: 7 } },
      { error: 'refused', claims: { authorization: 'Bearer x', status: 403 } },
    )
    expect(lines).toHaveLength(5)
    expect(JSON.stringify(lines)).not.toMatch(/exemplo\.gov|[ab][ni]a@|jo[ãa]o@/)
    expect(lines[0]?.['message']).toBe('mail to [e-mail] failed')
    expect(lines[1]?.['error']).toMatchObject({
      message: expect.stringContaining(',\n[e-mail], \u0001[e-mail])'),
    })
    expect(lines[3]).toMatchObject({
      email: '[redacted]',
      claims: { email: '[redacted]', token: '[redacted]', id: 7 },
    })
    expect(lines[4]?.['error']).toMatchObject({
      type: 'Error',
      message: 'refused',
      authorization: '[redacted]',
      status: 403,
    })
  })

  it('keep text that only resembles an e-mail address', () => {
    const text = '/app/node_modules/@apollo/server/index.js graphql@16.15.0 a @ b.com'
    expect(log({ text })[0]?.['message']).toBe(text)
  })

  it('mask long text in linear time', () => {
    expect(log({ text: '@…@' })[0]?.['message']).toBe(expand('@…@'))
  })
})
