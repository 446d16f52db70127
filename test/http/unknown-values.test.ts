import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectMcp, resultOf } from '../kit/client/mcp.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { newPerson } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

const NO_AGENCY =
  'agencies: não existe órgão com a chave “ministerio-da-saude”; a mais próxima é “saude” (Ministério da Saúde).'
const NO_ENTITY = 'entityCanonical: não existe entidade com o identificador “Q1”.'

let stack: TestStack
let anybody: Client
beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish([anArticle({ uniqueId: 'vacina_000001', agencyKey: 'saude' })])
  anybody = await connectMcp(stack)
})
afterAll(async () => {
  await anybody.close()
  await stack.stop()
})

describe.each(['/feeds/articles.rss', '/feeds/articles.json', '/export/articles.csv'])('%s', (path) => {
  const read = async (query: string, init: RequestInit = {}) => {
    const { status, headers } = await stack.fetch(`${path}?${query}`, init)
    const text = headers.get('x-warnings')
    return { status, headers, text, warnings: text === null ? [] : (JSON.parse(text) as string[]) }
  }

  it('answers an unknown value with its warning in a header of ASCII', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, text, warnings } = await read('agencies=ministerio-da-saude&entityCanonical=Q1', {
        method,
      })
      expect({ status, warnings }).toEqual({ status: 200, warnings: [NO_AGENCY, NO_ENTITY] })
      expect(text).toMatch(/^[\x20-\x7e]+$/)
    }
  })

  it('has no such header for values that exist', async () => {
    expect(await read('agencies=saude,mec&themes=03')).toMatchObject({ status: 200, text: null })
  })

  it('bounds the header, and lets pages of other sites read it', async () => {
    const values = Array.from({ length: 150 }, (_, at) => encodeURIComponent(`órgão-${at}`)).join(',')
    const { text, headers } = await read(`agencies=${values}&themes=${values}`, {
      headers: { origin: 'https://outro.example' },
    })
    expect(text?.length).toBeLessThan(4001)
    expect(headers.get('access-control-expose-headers')).toContain('x-warnings')
  })
})

describe('a tool of MCP', () => {
  const recorte = { title: 'Saúde', agencies: ['ministerio-da-saude'] }

  it.each([
    ['search_articles', { agencies: ['ministerio-da-saude'] }, [NO_AGENCY]],
    ['search_articles', { q: 'x', agencies: ['ministerio-da-saude'], limit: 0 }, [NO_AGENCY]],
    ['search_articles', { entityCanonical: ['Q1'] }, [NO_ENTITY]],
    [
      'search_articles',
      { themes: ['Saúde'] },
      ['themes: não existe tema com o código “Saúde”; o mais próximo é “03” (Saúde).'],
    ],
    ['trending', { agency: 'ministerio-da-saude' }, [NO_AGENCY.replace('agencies', 'agency')]],
    [
      'list_themes',
      { parent: 'Saúde' },
      ['parent: não existe tema com o código “Saúde”. Use list_themes com query.'],
    ],
    ['estimate_recorte', { agencies: ['ministerio-da-saude'] }, [NO_AGENCY]],
    ['preview_clipping', { recortes: [recorte] }, [NO_AGENCY]],
  ])('%s with %j warns of the unknown value', async (tool, args, warnings) => {
    expect(await resultOf(anybody, tool, args)).toMatchObject({ warnings })
  })

  it('warns of the unknown agency of a clipping that it saves', async () => {
    const person = await newPerson(stack)
    const client = await connectMcp(stack, { token: person.token })
    const made = await resultOf(client, 'create_clipping', {
      name: 'Saúde',
      schedule: '0 8 * * *',
      recortes: [recorte],
    })
    expect(made).toMatchObject({ warnings: [`recortes[0].${NO_AGENCY}`] })
    await client.close()
  })

  it('marks the agencies that only messages named', async () => {
    await stack.publish([anArticle({ uniqueId: 'outra_000002', agencyKey: 'constructor' })])
    const { agencies } = await resultOf<{ agencies: Record<string, unknown>[] }>(anybody, 'list_agencies', {})
    expect(agencies.find(({ key }) => key === 'constructor')).toMatchObject({ inCatalogue: false })
    expect(agencies.find(({ key }) => key === 'saude')).toMatchObject({ inCatalogue: true })
  })
})
