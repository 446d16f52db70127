import { spawn, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { renderPloneArticle } from '@pauta/emulators/sites/plone-pages'
import { connectQueues } from '@pauta/platform/queues/queues'
import { beforeAll, describe, expect, it } from 'vitest'
import { runScript, startScript, type CommandResult } from './kit/processes/command.ts'
import { eventually } from './kit/runner/eventually.ts'
import { ago, anArticle } from './kit/rows/factories.ts'
import { createClipping, newPerson, publish } from './kit/rows/people.ts'
import { arriveAt, makeDue } from './kit/rows/releases.ts'
import { ROOT } from './kit/repository/root.ts'
import { trackedFiles } from './kit/repository/source-files.ts'
import { shareTestStack, type SharedStack } from './kit/stack/shared-stack.ts'
import { uniqueName } from './kit/stack/stack.ts'

const HOUR_MS = 3_600_000
const EXAMPLES = 'docs/examples'

/** `npm test` needs nothing but npm, so an example runs only where its program is installed. */
const has = (program: string) => spawnSync(program, ['--version']).error === undefined

let stack: SharedStack
let environment: Record<string, string>

beforeAll(async () => {
  stack = await shareTestStack()
  environment = { PAUTA_URL: stack.stack.frontUrl }
  await stack.publish([
    anArticle({ uniqueId: 'capivara_1', title: 'Capivara inaugura creche', agencyKey: 'mec' }),
    anArticle({ uniqueId: 'vacina_1', title: 'Vacinação, "de novo", começa', agencyKey: 'saude' }),
  ])
})

/** Runs an example that is not written for Node. */
function run(program: string, args: readonly string[]): Promise<CommandResult> {
  const { PATH = '' } = process.env
  const child = spawn(program, args, { cwd: join(ROOT, EXAMPLES), env: { PATH, ...environment } })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** Serves one page of an agency. */
async function servePage(html: string): Promise<{ url: string; server: Server }> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/noticias/creche`, server }
}

describe('the examples', () => {
  it('are all run by this file', async () => {
    const files = trackedFiles.filter((path) => path.startsWith(EXAMPLES) && !path.endsWith('.md'))
    expect(files.map((path) => path.slice(EXAMPLES.length + 1)).toSorted()).toEqual([
      'ask-mcp.ts',
      'list_articles.py',
      'search.sh',
      'search.ts',
      'send-news.ts',
      'webhook-receiver.ts',
    ])
  })

  it.runIf(has('curl'))('search.sh finds an article by POST and by GET', async () => {
    const { code, stdout, stderr } = await run('sh', ['search.sh', 'capivara'])
    expect([code, stderr]).toEqual([0, ''])
    const [byPost = '', ...rest] = stdout.trim().split(/\r?\n/)
    expect(JSON.parse(byPost)).toMatchObject({
      data: { search: { found: 1, articles: [{ title: 'Capivara inaugura creche' }] } },
    })
    expect(rest[0]).toBe('HTTP/1.1 200 OK')
    expect(rest.join('\n')).toMatch(/^cache-control: public, max-age=\d+/im)
    expect(rest.at(-1)).toBe(byPost)
  })

  it('search.ts finds an article, and prints the code of an error', async () => {
    const found = await runScript(`${EXAMPLES}/search.ts`, ['capivara'], environment)
    expect([found.code, found.stderr]).toEqual([0, ''])
    expect(found.stdout).toMatch(/^1 articles\nCapivara inaugura creche \(.+\)\n {2}http/)
    const refused = await runScript(`${EXAMPLES}/search.ts`, ['a'.repeat(5000)], environment)
    expect([refused.code, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toMatch(/^[A-Z_]+\n$/)
  })

  it('ask-mcp.ts finds the articles of an agency this week, and prints the code of an error', async () => {
    await stack.publish([
      anArticle({
        uniqueId: 'creche_2',
        title: 'Creche nova',
        agencyKey: 'mec',
        publishedAt: ago({ days: 1 }),
      }),
    ])
    const script = `${EXAMPLES}/ask-mcp.ts`
    const found = await runScript(script, ['Ministério da Educação', 'creche'], environment)
    expect([found.code, found.stderr]).toEqual([0, ''])
    expect(found.stdout).toMatch(/^1 articles of Ministério da Educação\nCreche nova\n {2}http/)
    const refused = await runScript(script, ['a'.repeat(5000)], environment)
    expect([refused.code, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toContain('BAD_USER_INPUT: query')
  })

  it.runIf(has('python3'))('list_articles.py writes the articles of an agency as CSV', async () => {
    const { code, stdout, stderr } = await run('python3', [
      'list_articles.py',
      '--agency',
      'saude',
      '--pages',
      '2',
    ])
    expect([code, stderr]).toEqual([0, ''])
    const [header, row, ...others] = stdout.trim().split('\r\n')
    expect(header).toBe('uniqueId,publishedAt,agencyName,title,url')
    expect(row).toMatch(/^vacina_1,.*,"Vacinação, ""de novo"", começa",http/)
    expect(others).toEqual([])
  })

  const sendNews = (url: string) =>
    runScript(`${EXAMPLES}/send-news.ts`, ['mec', url], {
      ...stack.stack.environment,
      AWS_ENDPOINT_URL_SQS: stack.stack.awsUrl,
      QUEUE_URL: stack.stack.queueUrl('news-ingest'),
    })

  it('send-news.ts makes a page available to readers', async () => {
    const { url, server } = await servePage(`<html><head>
      <meta property="article:published_time" content="2026-06-01T09:00:00-03:00"></head><body>
      <h1 class="title"> Tamanduá abre biblioteca </h1><article><p>O tamanduá leu.</p></article></body></html>`)
    try {
      const { code, stdout, stderr } = await sendNews(url)
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(/^sent /)
    } finally {
      server.close()
    }
    await eventually(async () => {
      const { search } = await stack.query(
        '{ search(query: "tamanduá biblioteca") { articles { title url content } } }',
      )
      expect(search.articles).toEqual([
        { title: 'Tamanduá abre biblioteca', url, content: 'O tamanduá leu.' },
      ])
    })
  })

  // The templates of gov.br show dates in three forms, chosen by the length of the address.
  it.each(['a', 'aa', 'aaa'])('send-news.ts reads the emulated article %s of npm start', async (slug) => {
    const site = {
      key: 'mec',
      kind: 'plone-html' as const,
      listingUrl: 'https://www.gov.br/mec/pt-br/assuntos/noticias',
    }
    const title = `Jaguatirica ${slug} visita escola`
    const news = {
      slug,
      title,
      subtitle: 'Alunos gostaram',
      kicker: null,
      paragraphs: ['Primeiro parágrafo.', 'Segundo parágrafo.'],
      category: null,
      tags: ['escola'],
      publishedAt: new Date('2026-06-02T12:34:00Z'),
      updatedAt: null,
      hasImage: false,
    }
    const { url, server } = await servePage(renderPloneArticle(site, news))
    try {
      expect(await sendNews(`${url}-${slug}`)).toMatchObject({ code: 0, stderr: '' })
    } finally {
      server.close()
    }
    await eventually(async () => {
      const { search } = await stack.query(
        `{ search(query: "jaguatirica ${slug} visita") { articles { title publishedAt content } } }`,
      )
      expect(search.articles).toContainEqual({
        title,
        publishedAt: '2026-06-02T12:34:00+00:00',
        content: 'Primeiro parágrafo.\n\nSegundo parágrafo.',
      })
    })
  })

  it('send-news.ts names the missing fields of a page, and sends nothing', async () => {
    const { url, server } = await servePage('<html><body><h1>Página sem data</h1></body></html>')
    try {
      const { code, stdout, stderr } = await sendNews(url)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toBe(`not sent: ${url} (HTTP 200) has no publishedAt, content\n`)
    } finally {
      server.close()
    }
  })

  it('run with `npx node`, which is Node 24 whatever the machine has', async () => {
    const readme = await readFile(join(ROOT, EXAMPLES, 'README.md'), 'utf8')
    const commands = [...readme.matchAll(/(\w+ \w+) docs\/examples\/[\w-]+\.ts/g)]
    expect(commands.length).toBeGreaterThan(4)
    expect(commands.map(([, program]) => program).filter((program) => program !== 'npx node')).toEqual([])
    const { stdout } = await run('npx', ['node', '--print', 'process.versions.node'])
    expect(Number.parseInt(stdout, 10)).toBeGreaterThanOrEqual(24)
  })

  it('webhook-receiver.ts accepts a signed release once, and refuses others', async () => {
    const address = `http://127.0.0.1:${stack.receiverPort}/`
    const agency = uniqueName('orgao')
    const author = await newPerson(stack, { name: 'Ana Autora' })
    const reader = await newPerson(stack, { name: 'Rui Leitor' })
    const clippingId = await createClipping(author, {
      schedule: '0 * * * *',
      recortes: [{ title: 'Tudo', themes: [], agencies: [agency], keywords: [] }],
    })
    await publish(author, clippingId)
    const { subscribeToClipping } = await reader.query(
      'mutation ($input: SubscribeInput!) { subscribeToClipping(input: $input) { webhookSecret } }',
      { input: { clippingId, deliveryChannels: { webhook: true }, webhookUrl: address } },
    )
    const receiver = startScript(`${EXAMPLES}/webhook-receiver.ts`, [], {
      WEBHOOK_SECRET: subscribeToClipping.webhookSecret,
      PORT: String(stack.receiverPort),
    })
    try {
      await eventually(async () => expect(receiver.output()).toBe('receiving\n'))
      const headers = { 'webhook-id': 'x', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) }
      const forged = await fetch(address, {
        method: 'POST',
        headers: { ...headers, 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` },
        body: '{}',
      })
      expect(forged.status).toBe(401)

      const due = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
      const article = anArticle({ agencyKey: agency, publishedAt: new Date(due - 3 * HOUR_MS).toISOString() })
      await stack.publish([article])
      await arriveAt(stack, String(article.uniqueId), new Date(due - 2 * HOUR_MS))
      const message = await makeDue(stack, clippingId, new Date(due))
      await connectQueues().send(stack.stack.queueUrl('release'), [message])
      await eventually(async () => expect(receiver.output()).toMatch(/^receiving\n.+: 1 articles\n$/))
      await eventually(async () => {
        const rows = await stack.db`select status from deliveries where channel = 'webhook'`
        expect(rows).toEqual([{ status: 'sent' }])
      })
    } finally {
      receiver.child.kill()
      await receiver.ended
    }
  })
})
