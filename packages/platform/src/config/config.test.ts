import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findSectionOutside, hasLinkedResources } from './config.ts'

const read = (json: string) => {
  vi.stubEnv('SST_RESOURCE_SearchIndex', json)
  return findSectionOutside('index')
}

afterEach(() => vi.unstubAllEnvs())

it.each([
  [undefined, undefined, false],
  ['{}', undefined, true],
  [undefined, 'key', true],
])('the resources of the app %j and of the key %j are linked: %s', (app, key, expected) => {
  vi.stubEnv('SST_RESOURCE_App', app)
  vi.stubEnv('SST_KEY', key)
  expect(hasLinkedResources()).toBe(expected)
})

describe('loadConfig', () => {
  /** Loads sections in a process of its own: linked resources are read once. */
  const load = async (...sections: string[]) => {
    const names = sections.map((name) => `'${name}'`).join()
    const program = `import { loadConfig } from './config.ts'; console.log(JSON.stringify(loadConfig(${names})))`
    const resources = {
      SST_RESOURCE_App: '{"name":"pauta","stage":"test"}',
      SST_RESOURCE_Storage: '{"name":"n","unknown":1}',
      SST_RESOURCE_Scraper: '{"url":"x"}',
      SST_RESOURCE_LinkSigning: '{"secret":"","previous":1}',
    }
    return await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: import.meta.dirname,
      env: { PATH: process.env['PATH'], ...resources },
    })
  }

  it('reads the named sections', async () => {
    const { stdout } = await load('storage')
    expect(JSON.parse(stdout)).toEqual({ storage: { name: 'n', folder: '' } })
  })

  it('throws one error that names every problem of every section', async () => {
    const failed = load('storage', 'database', 'scraper', 'linkSigning', 'email')
    await expect(failed).rejects.toThrow(
      new RegExp(
        [
          'Error: Configuration is not usable:',
          '- database: the resource Database is not linked \\(variable SST_RESOURCE_Database\\)',
          '- scraper: Scraper\\.url: .+',
          '- linkSigning: LinkSigning\\.secret: .+',
          '- linkSigning: LinkSigning\\.previous: .+',
          '- email: the resource Email is not linked \\(variable SST_RESOURCE_Email\\)\n +at ',
        ].join('\n'),
      ),
    )
  })
})

describe('findSectionOutside', () => {
  it('reads the current value of the variable and applies defaults', () => {
    expect(read('{"url":"http://127.0.0.1:8108","key":"k"}')).toEqual({
      url: 'http://127.0.0.1:8108',
      key: 'k',
      collection: 'news',
      nodes: [],
    })
    expect(read('{"url":"http://127.0.0.1:8109","key":"k","collection":"c"}')).toMatchObject({
      url: 'http://127.0.0.1:8109',
      collection: 'c',
    })
  })

  it('returns undefined when the variable is missing or blank', () => {
    vi.stubEnv('SST_RESOURCE_SearchIndex', undefined)
    expect(findSectionOutside('index')).toBeUndefined()
    expect(read(' ')).toBeUndefined()
  })

  it.each([
    ['http://127.0.0.1:8108', /^SST_RESOURCE_SearchIndex is not JSON$/],
    ['{"url":"127.0.0.1"}', /^SST_RESOURCE_SearchIndex is not usable:\n- url: .*\n- key: .*$/],
  ])('throws an error that names every problem of %s', (json, words) => {
    expect(() => read(json)).toThrow(words)
  })

  it.each([
    [{ kind: 'none' }, true],
    [{ kind: 'openai-compatible', url: 'https://m.exemplo.org/v1', model: 'm' }, true],
    [{ kind: 'openai-compatible', model: 'm' }, false],
    [{ kind: 'openai-compatible', url: 'https://m.exemplo.org/v1', model: '' }, false],
    [{ kind: 'bedrock', model: 'm' }, true],
    [{ kind: 'bedrock' }, false],
    [{ kind: 'other', model: 'm' }, false],
  ])('takes the language model %j: %s', (values, isTaken) => {
    vi.stubEnv('SST_RESOURCE_LanguageModel', JSON.stringify(values))
    let problem = ''
    try {
      findSectionOutside('languageModel')
    } catch (error) {
      problem = String(error)
    }
    expect(problem).toMatch(isTaken ? /^$/ : /SST_RESOURCE_LanguageModel is not usable/)
  })

  const GIVEN_ORIGINS = [
    ['SST_RESOURCE_ScrapeService', 'scrapeService'],
    ['SST_RESOURCE_Outbound', 'outbound'],
  ] as const
  const contact = 'https://pauta.exemplo.gov.br'

  it.each([
    ['', []],
    ['https://noticias.intra.exemplo.gov.br', ['https://noticias.intra.exemplo.gov.br']],
    [
      'http://a.exemplo.org:8080, https://b.exemplo.org',
      ['http://a.exemplo.org:8080', 'https://b.exemplo.org'],
    ],
  ])('takes the origins "%s" as a browser writes them', (allowedOrigins, expected) => {
    for (const [name, section] of GIVEN_ORIGINS) {
      vi.stubEnv(name, JSON.stringify({ contact, allowedOrigins }))
      expect(findSectionOutside(section)).toMatchObject({ allowedOrigins: expected })
    }
  })

  it.each([
    'https://noticias.intra.exemplo.gov.br/',
    'https://noticias.intra.exemplo.gov.br:443',
    'https://a.exemplo.org/noticias',
    'noticias.intra.exemplo.gov.br',
  ])('refuses the origin "%s", which no browser writes', (allowedOrigins) => {
    for (const [name, section] of GIVEN_ORIGINS) {
      vi.stubEnv(name, JSON.stringify({ contact, allowedOrigins }))
      expect(() => findSectionOutside(section)).toThrow(/allowedOrigins: must be origins such as /)
    }
  })

  it.each([
    ['ServiceIdentity', 'serviceIdentity', { issuer: 'https://i', audience: 'a', jwksUri: 'https://i/jwks' }],
    ['UserIdentity', 'userIdentity', { issuer: 'https://i', audiences: 'a,b', jwksUri: 'https://i/jwks' }],
    ['ReleaseScheduler', 'scheduler', { group: 'g', roleArn: 'r', queueArn: 'q' }],
    ['DatasetHost', 'datasetHost', { dataset: 'a/b', reducedDataset: 'a/c', token: 'hf_t' }],
    ['Telegram', 'telegram', { token: 't', botName: 'b', updatesSecret: 's' }],
    ['Push', 'push', { publicKey: 'p', privateKey: 'q', subject: 's' }],
  ] as const)('requires all or none of the fields that belong together: %s', (resource, section, fields) => {
    const give = (values: object) => {
      vi.stubEnv(`SST_RESOURCE_${resource}`, JSON.stringify(values))
      return findSectionOutside(section)
    }
    const [first = '', second, third] = Object.keys(fields)
    expect(give({})).toMatchObject({ [first]: '' })
    const lists = 'audiences' in fields ? { audiences: fields.audiences.split(',') } : {}
    expect(give(fields)).toMatchObject({ ...fields, ...lists })
    for (const without of Object.keys(fields))
      expect(() => give({ ...fields, [without]: '' })).toThrow(
        `give ${first}, ${second} and ${third} together, or none of them`,
      )
  })
})
