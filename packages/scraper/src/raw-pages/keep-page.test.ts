import { createLogger } from '@pauta/platform/telemetry/logger'
import { describe, expect, it } from 'vitest'
import { keepPage } from './keep-page.ts'

const logger = createLogger({ level: 'silent' })
const ADDRESS = 'https://www.gov.br/mec/pt-br/assuntos/noticias'

/** Keeps a page with this text. Returns its key, and what the bucket got. */
async function keep(text: string, failure?: Error) {
  const stored: string[][] = []
  const put = (...given: string[]) =>
    failure ? Promise.reject(failure) : Promise.resolve(void stored.push(given))
  const page = { address: ADDRESS, text }
  const key = await keepPage({ put }, { agencyKey: 'mec', kind: 'no-items', page, logger })
  return { key, stored }
}

describe('a page of a changed site', () => {
  it.each([
    ['<html>', 'html'],
    ['[{}]', 'html'],
    ['\n {"items": []}', 'json'],
  ])('%j is kept as text under .%s', async (text, ending) => {
    const key = `pages/mec/no-items.${ending}`
    expect(await keep(text)).toEqual({ key, stored: [[key, text, 'text/plain; charset=utf-8']] })
  })

  it('is cut after two million characters, and never within one', async () => {
    const most = 'a'.repeat(2_000_000)
    expect((await keep(`${most}b`)).stored[0]?.[1]).toBe(most)
    const [[, cut = ''] = []] = (await keep(`${most.slice(1)}🙂`)).stored
    expect([cut.length, cut.at(-1)]).toEqual([2_000_000, '\ufffd'])
  })

  it('has no key when the bucket fails', async () => {
    expect(await keep('<html>', new Error('full'))).toEqual({ key: null, stored: [] })
  })
})
