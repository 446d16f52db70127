import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClient, type Client } from '../kit/client/client.ts'
import { openCloud, type Cloud } from '../kit/workers/cloud.ts'
import { listListening } from '../kit/processes/listening.ts'
import { runCommand, runScript, startScript, type RunningCommand } from '../kit/processes/command.ts'
import { writeJsonLines } from '../kit/rows/dataset-files.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { findOwnPort } from '../kit/stack/own-port.ts'
import { eventually } from '../kit/runner/eventually.ts'

/** Nothing listens there: the test asks only whether the address is accepted. */
const RECEIVER = 'http://localhost:8090'
const SCRIPT = 'packages/local/src/start.ts'

/** A stack in its own process, as `npm start` starts it. */
interface StartedStack extends Client {
  process: RunningCommand
  cloud: Cloud
  ingestQueue: string
  deadLetterQueue: string
}

let folder: string
let port: number
let stack: StartedStack

async function start(): Promise<StartedStack> {
  const running = startScript(SCRIPT, [
    '--port',
    String(port),
    '--data',
    folder,
    '--empty',
    '--receiver',
    RECEIVER,
  ])
  const url = `http://localhost:${port}/graphql`
  const isReady = () => expect(running.output().split('\n')).toContain(`ready ${url}`)
  await Promise.race([
    eventually(isReady, { interval: 200 }),
    running.ended.then(({ stderr }) => Promise.reject(new Error(`it ended: ${stderr}`))),
  ])
  const { environment } = JSON.parse(await readFile(join(folder, 'running.json'), 'utf8')) as {
    environment: Record<string, string>
  }
  const { url: ingestQueue } = JSON.parse(environment['SST_RESOURCE_NewsIngestQueue'] ?? '{}') as {
    url: string
  }
  return {
    ...makeClient(url),
    process: running,
    cloud: openCloud(environment['AWS_ENDPOINT_URL_SQS'] ?? ''),
    ingestQueue,
    deadLetterQueue: `${ingestQueue}-dlq`,
  }
}

async function end(signal: NodeJS.Signals) {
  stack.cloud.close()
  stack.process.child.kill(signal)
  return await stack.process.ended
}

/** Reads a connection until it is closed. */
async function readText(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket.setEncoding('utf8')) text += String(chunk)
  return text
}

const found = async () => (await stack.query('{ articles(limit: 1) { found } }')).articles.found as number

/** Number of articles of an agency in the database, which the index may lack still. */
async function countStored(agency: string): Promise<number> {
  const [, url = ''] = /^ {2}PostgreSQL +(\S+)/m.exec(stack.process.output()) ?? []
  const sql = postgres(url, { max: 1 })
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from articles where agency_key = ${agency}`
  await sql.end()
  return row?.count ?? 0
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pauta-start-'))
  port = await findOwnPort()
  stack = await start()
})
afterAll(async () => {
  await end('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

describe('npm start', () => {
  it('answers at the printed address, and prints every other address', async () => {
    expect(await stack.query('{ ping }')).toEqual({ ping: expect.any(String) as string })
    expect(await found()).toBe(0)
    const screen = stack.process.output()
    for (const words of ['PostgreSQL    postgres://', 'SQS and S3    http://', `data          ${folder}`]) {
      expect(screen).toContain(words)
    }
    expect((await stack.fetch('/ready')).status).toBe(200)
    const [, inbox = ''] = /^ {2}inbox +(\S+)/m.exec(screen) ?? []
    expect(await (await fetch(inbox)).text()).toContain('Nada chegou ainda.')
  })

  it.runIf(process.platform === 'linux')('listens on the loopback address only', async () => {
    const sockets = await listListening(stack.process.child.pid ?? 0)
    const printed = [...stack.process.output().matchAll(/(?:localhost|127\.0\.0\.1):(\d+)/g)]
    const ports = new Set(printed.map(([, printedPort]) => Number(printedPort)))
    expect(ports.size).toBeGreaterThan(4)
    const heard = sockets.map((socket) => socket.port)
    expect(heard).toEqual(expect.arrayContaining([...ports]))
    expect(sockets.filter(({ isLoopback }) => !isLoopback)).toEqual([])
  })

  it('sends webhooks to a receiver on this machine that --receiver names, and to no other', async () => {
    const { stdout } = await runCommand('token', ['author', '--data', folder])
    const author = makeClient(`http://localhost:${port}/graphql`, stdout.trim())
    const { createClipping } = await author.query(
      'mutation ($input: ClippingInput!) { createClipping(input: $input) { id } }',
      {
        input: {
          name: 'Tudo',
          schedule: '0 8 * * *',
          recortes: [{ title: 'Tudo', agencies: ['mec'] }],
        },
      },
    )
    const setUrl = (webhookUrl: string) =>
      author.ask(
        `mutation ($id: String!, $webhookUrl: String!) {
          updateMySubscription(clippingId: $id, channels: { webhook: true }, webhookUrl: $webhookUrl) { webhookUrl } }`,
        { id: createClipping.id, webhookUrl },
      )
    const accepted = await setUrl(`${RECEIVER}/hook`)
    expect(accepted.data.updateMySubscription).toEqual({ webhookUrl: `${RECEIVER}/hook` })
    const { errors } = await setUrl('http://localhost:8091/hook')
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  it('is found by commands through its folder', async () => {
    const file = join(folder, 'rows.jsonl')
    const row = { unique_id: 'comando_000001', agency: 'mec', title: 'Comando', url: 'https://x/1' }
    await writeJsonLines(file, [{ ...row, published_at: '2026-06-01' }])
    const imported = await runCommand('import-news', [file, '--data', folder])
    expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('1 new') as string })
    const synced = await runCommand('sync-typesense', ['--full-sync', '--data', folder])
    expect(synced).toMatchObject({ code: 0, stdout: expect.stringContaining('1 documents') as string })
    expect(await found()).toBe(1)
  })

  it('refuses a port that is taken and a folder that is in use, in one line each', async () => {
    const [taken, used] = await Promise.all([
      runScript(SCRIPT, ['--port', String(port), '--data', `${folder}-other`, '--empty']),
      runScript(SCRIPT, ['--port', String(await findOwnPort()), '--data', folder, '--empty']),
    ])
    expect(taken.code).toBe(1)
    expect(taken.stderr).toMatch(new RegExp(`^Port ${port} is taken\\..*--port ${port + 1}\n$`))
    expect(used.code).toBe(1)
    expect(used.stderr).toMatch(/^A stack already runs on .*\(process \d+, http:.*\)\. .*--data DIR\.\n$/)
    expect(await found()).toBe(1)
  })

  it.each([
    [['--port', '0'], '--port 0 is not a port number'],
    [['--live'], '--live needs --contact with your mail or web address'],
    [
      ['--receiver', 'https://example.org'],
      '--receiver https://example.org is not an origin on this machine',
    ],
    [['--prot', '1'], "Unknown option '--prot'. What there is: npm start -- --help"],
  ])('explains %j in one line', async (args, words) => {
    const { code, stderr } = await runScript(SCRIPT, args)
    expect(code).toBe(1)
    expect(stderr).toContain(words)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  it('keeps every acknowledged row, message and document through kill -9', async () => {
    const articles = Array.from({ length: 50 }, (_, n) => anArticle({ title: `Guardada ${n}` }))
    await stack.cloud.send(stack.ingestQueue, ...articles)
    await stack.cloud.send(stack.deadLetterQueue, 'a dead letter')
    await expect.poll(found).toBe(51)
    const questions = [
      '{ search(query: "guardada 7") { found articles { uniqueId } } }',
      '{ articles(filter: { agencies: ["mec"] }, limit: 100) { articles { uniqueId title publishedAt content } } }',
    ]
    const ask = () => Promise.all(questions.map((question) => stack.query(question)))
    const before = await ask()
    const keys = await stack.cloud.listKeys('bronze/')
    // The process is killed while it works on these articles.
    const late = Array.from({ length: 100 }, () => anArticle({ title: 'Tardia', agencyKey: 'ibge' }))
    await stack.cloud.send(stack.ingestQueue, ...late)
    expect(await end('SIGKILL')).toMatchObject({ code: null })

    stack = await start()
    expect(await ask()).toEqual(before)
    expect(await stack.cloud.listKeys('bronze/')).toEqual(expect.arrayContaining(keys))
    expect(await stack.cloud.drain(stack.deadLetterQueue)).toEqual(['a dead letter'])
    // Each late article is stored, or its message is still in the queue. A worker stores an article before it deletes
    // the message, so the queue is counted first.
    const { waiting, inFlight } = await stack.cloud.depth(stack.ingestQueue)
    expect(waiting + inFlight + (await countStored('ibge'))).toBeGreaterThanOrEqual(late.length)
  })

  it('answers running requests before it stops, and removes the mark that it runs', async () => {
    const body = JSON.stringify({ query: '{ articles(limit: 1) { found } }' })
    const socket = connect(port, '127.0.0.1')
    const answer = readText(socket)
    socket.write(
      `POST /graphql HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    )
    // Requests that were sent later have their answers, so this one has arrived too.
    expect(await found()).toBeGreaterThanOrEqual(51)
    const ended = end('SIGINT')
    await eventually(() => expect(stack.process.output()).toContain('Stopping'))
    socket.write(body.slice(10))
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK[^]*"found":\d+/)
    const { code, stderr } = await ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    await expect(access(join(folder, 'running.json'))).rejects.toMatchObject({ code: 'ENOENT' })
    const { code: commandCode, stderr: told } = await runCommand('sync-typesense', [
      '--full-sync',
      '--data',
      folder,
    ])
    expect(commandCode).toBe(2)
    expect(told).toContain(`No stack is running on ${folder}`)
  })

  it('names a damaged file or an unusable folder, with the remedy', async () => {
    const startOn = async (data: string) => {
      const { code, stderr } = await runScript(SCRIPT, ['--port', String(port), '--data', data, '--empty'])
      expect(code).toBe(1)
      expect(stderr.trimEnd().split('\n')).toHaveLength(1)
      return stderr
    }
    for (const file of [
      'running.json',
      'scheduler/schedules.sqlite',
      'queues/fauxqs.db',
      'inbox/inbox.sqlite',
    ]) {
      const path = join(folder, file)
      await writeFile(path, 'damaged '.repeat(1000))
      const told = await startOn(folder)
      expect(told).toContain(`The file ${path} is damaged`)
      expect(told).toMatch(/[Dd]elete/)
      await Promise.all(['', '-wal', '-shm'].map((end) => rm(`${path}${end}`, { force: true })))
    }
    const file = join(folder, 'sample.json')
    await writeFile(file, '')
    expect(await startOn(file)).toMatch(/^The data folder .*sample\.json cannot be used .*--data DIR\.\n$/)
    await rm(file)
  })

  it('starts without the deleted files, fills the index again when its files are lost, and changes nothing else', async () => {
    await rm(join(folder, 'index'), { recursive: true })
    stack = await start()
    expect(stack.process.output()).toMatch(/The search index lacks \d+ articles\./)
    expect(await found()).toBeGreaterThanOrEqual(51)
    expect(await (await stack.fetch('/ready')).json()).toMatchObject({ index: { status: 'ok' } })
  })
})
