import { describe, expect, it } from 'vitest'
import { describeUnreachableSites } from './check-sites.ts'

const ADDRESSES = [
  'https://www.gov.br/mec/pt-br/noticias',
  'https://www.gov.br/agu/noticias',
  'https://tvbrasil.ebc.com.br/x',
]
const options = { contact: 'quem@exemplo.org', statusCommand: 'npm run scrape -- status' }

describe('the check of the real sites', () => {
  it('asks each host once with the contact, and says nothing when all answer', async () => {
    const asked: string[] = []
    const ask = async (address: string, init: RequestInit) => {
      asked.push(`${address} ${new Headers(init.headers).get('user-agent')}`)
      return new Response('', { status: 403 })
    }
    expect(await describeUnreachableSites(ADDRESSES, { ...options, ask })).toBe('')
    expect(asked).toEqual([
      'https://www.gov.br/robots.txt Pauta/local (+quem@exemplo.org)',
      'https://tvbrasil.ebc.com.br/robots.txt Pauta/local (+quem@exemplo.org)',
    ])
  })

  it('names the hosts that do not answer, with the reason and the command', async () => {
    const ask = async (address: string) => {
      if (address.includes('www.gov.br'))
        throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND www.gov.br') })
      return new Response('')
    }
    const text = await describeUnreachableSites(ADDRESSES, { ...options, ask })
    expect(text).toContain('www.gov.br: getaddrinfo ENOTFOUND www.gov.br')
    expect(text).not.toContain('tvbrasil')
    expect(text).toContain('npm run scrape -- status')
  })
})
