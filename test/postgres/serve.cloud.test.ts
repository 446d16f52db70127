import { cp, readdir, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { dumpFileOf } from '@pauta/server/backups/backup-files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClient } from '../kit/client/client.ts'
import { eventually } from '../kit/runner/eventually.ts'
import {
  findEdition,
  OPERATOR_CLIENT,
  OPERATOR_ROLE,
  startTestMachine,
  type TestMachine,
} from '../kit/stack/machine.ts'

const AGENCY = 'saude'
const WORD = 'permanência'
const PERSON = { sub: 'ana', email: 'ana@exemplo.gov.br', email_verified: true, name: 'Ana' }
const BATCH = 5
const KILLS = 3

let machine: TestMachine
beforeAll(async () => {
  machine = await startTestMachine()
})
afterAll(() => machine[Symbol.asyncDispose]())

/** Sends news to the queue of the service. Returns the ids of those that the queue accepted. */
async function sendNews(name: string): Promise<string[]> {
  const { environment } = await machine.readNote()
  const queue = JSON.parse(environment['SST_RESOURCE_NewsIngestQueue'] ?? '{}') as { url: string }
  const sqs = new SQSClient({
    endpoint: environment['AWS_ENDPOINT_URL_SQS'] ?? '',
    region: 'us-east-2',
    credentials: { accessKeyId: 'machine', secretAccessKey: 'machine' },
    maxAttempts: 1,
    useQueueUrlAsEndpoint: false,
  })
  const ids = Array.from({ length: BATCH }, (_, n) => `${name}-${n}`)
  const { Successful = [] } = await sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: queue.url,
      Entries: ids.map((uniqueId, position) => ({
        Id: String(position),
        MessageBody: JSON.stringify({
          uniqueId,
          agencyKey: AGENCY,
          title: `Prova ${uniqueId} de ${WORD}`,
          url: `https://www.gov.br/saude/pt-br/prova/${uniqueId}`,
          publishedAt: new Date(Date.now() - 3_600_000).toISOString(),
          // An edition has what arrived up to two minutes before it; what is past arrived when it was published.
          isPast: true,
          content: `O texto da prova ${uniqueId}.`,
        }),
      })),
    }),
  )
  sqs.destroy()
  return Successful.map(({ Id }) => ids[Number(Id)] ?? '')
}

const ask = <Data>(document: string, token?: string): Promise<Data> =>
  makeClient(`${machine.url}/graphql`, token).query<Data>(document)

const countFound = async (): Promise<number> =>
  (await ask<{ search: { found: number } }>(`{ search(query: "${WORD}") { found } }`)).search.found

/** Stops the service as its supervisor does. */
async function stopService(service: ReturnType<TestMachine['serve']>): Promise<void> {
  service.child.kill('SIGTERM')
  expect((await service.ended).code).toBe(0)
}

describe('pauta serve', () => {
  it('serves news, a login, a clipping, its mail and its edition, and loses nothing by kills or a wiped disk', async () => {
    let service = machine.serve()
    await machine.waitUntilUp()
    const accepted = await sendNews('first')
    await eventually(async () => expect(await countFound()).toBe(accepted.length))

    const token = await machine.token(PERSON)
    const clipping = `createClipping(input: { name: "Saúde", schedule: "0 8 * * *",
      recortes: [{ title: "Saúde", agencies: ["${AGENCY}"] }], deliveryChannels: { email: true } }) { id }`
    const { createClipping } = await ask<{ createClipping: { id: string } }>(
      `mutation { ${clipping} }`,
      token,
    )
    await ask(`mutation { sendClipping(id: "${createClipping.id}") }`, token)
    const mail = await eventually(() => {
      const found = machine.mails.find((text) => text.includes('To: ana@exemplo.gov.br'))
      return found ?? Promise.reject(new Error('no mail yet'))
    })
    expect(mail).toContain('From: Pauta <pauta@exemplo.gov.br>')
    const { clipping: own } = await ask<{ clipping: { name: string } }>(
      `{ clipping(id: "${createClipping.id}") { name } }`,
      token,
    )
    expect(own).toEqual({ name: 'Saúde' })
    const edition = findEdition(mail)
    expect(edition.startsWith(`${machine.url}/edicoes/`)).toBe(true)
    expect(await fetch(edition).then((response) => response.text())).toContain('Prova first-0')

    for (let kill = 0; kill < KILLS; kill++) {
      accepted.push(...(await sendNews(`kill-${kill}`)))
      service.child.kill('SIGKILL')
      await service.ended
      service = machine.serve()
      await machine.waitUntilUp()
    }
    await eventually(async () => expect(await countFound()).toBe(accepted.length))

    const place = join(machine.folder, 'backups')
    expect(await machine.run('backup', '--to', place)).toMatchObject({ code: 0 })
    const backup = (await readdir(place)).find((name) => name !== 'objects') ?? ''
    expect((await machine.run('restore-backup', join(place, backup))).stderr).toContain('in use by process')
    await stopService(service)
    expect((await machine.run('restore-backup', join(place, backup))).stderr).toContain('--replace')
    const damaged = join(place, 'damaged')
    await cp(join(place, backup), damaged, { recursive: true })
    await truncate(dumpFileOf(damaged), (await stat(dumpFileOf(damaged))).size - 1000)
    expect((await machine.run('restore-backup', damaged, '--replace')).stderr).toContain('pg_restore failed')
    // The tables are still there.
    expect((await machine.run('restore-backup', damaged)).stderr).toContain('--replace')
    const apart = join(machine.folder, 'apart', backup)
    await cp(join(place, backup), apart, { recursive: true })
    expect(await machine.run('restore-backup', apart, '--replace')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Nothing was changed.') as string,
    })
    await machine.wipe()
    expect(await machine.run('restore-backup', apart, '--incomplete')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^\d+ objects are missing, such as:$/m) as string,
    })
    await machine.wipe()
    expect(await machine.run('restore-backup', join(place, backup))).toMatchObject({ code: 0 })
    service = machine.serve()
    await machine.waitUntilUp()
    await eventually(async () => expect(await countFound()).toBe(accepted.length))
    expect(await ask(`{ clipping(id: "${createClipping.id}") { name } }`, token)).toEqual({ clipping: own })
    expect(await fetch(edition).then((response) => response.status)).toBe(200)
    expect(machine.mails.filter((text) => text.includes('To: ana@exemplo.gov.br'))).toHaveLength(1)
    await stopService(service)
  })

  it('opens the internal API to the role of the issuer, and measures only on its own address', async () => {
    const service = machine.serve()
    await machine.waitUntilUp()
    const RUNS = '{ jobRuns(limit: 1) { job } }'
    const operator = { sub: 'otto', aud: OPERATOR_CLIENT, realm_access: { roles: [OPERATOR_ROLE] } }
    expect(await ask(RUNS, await machine.token(operator))).toHaveProperty('jobRuns')
    await expect(ask(RUNS, await machine.token(PERSON))).rejects.toThrow('FORBIDDEN')
    await expect(ask(RUNS, await machine.token({ ...operator, realm_access: {} }))).rejects.toThrow(
      'FORBIDDEN',
    )
    const measures = await fetch(machine.metricsUrl).then((response) => response.text())
    expect(measures).toMatch(/^pauta_database_up 1$/m)
    expect(measures).toMatch(/^pauta_http_answers_total\{route="\/graphql",status="200"\} \d+$/m)
    expect(await fetch(`${machine.url}/metrics`).then((response) => response.text())).not.toContain('pauta_')
    await stopService(service)
  })

  it('answers 429 to an address above its limit alone', async () => {
    Object.assign(machine.environment, { PAUTA_REQUESTS_PER_MINUTE: '50' })
    const service = machine.serve()
    await machine.waitUntilUp()
    const from = (address: string) =>
      fetch(`${machine.url}/health`, { headers: { 'x-forwarded-for': address } }).then(({ status }) => status)
    const statuses: number[] = []
    for (let n = 0; n < 51; n++) statuses.push(await from('203.0.113.7'))
    expect(statuses).toEqual([...Array<number>(50).fill(200), 429])
    expect(await from('203.0.113.8')).toBe(200)
    await stopService(service)
    delete machine.environment['PAUTA_REQUESTS_PER_MINUTE']
  })

  it('starts with a closed mail server, and says so', async () => {
    const email = machine.environment['SST_RESOURCE_Email'] ?? ''
    const closed = { ...(JSON.parse(email) as object), port: 9 }
    machine.environment['SST_RESOURCE_Email'] = JSON.stringify(closed)
    const service = machine.serve()
    await machine.waitUntilUp()
    expect(service.output()).toContain('The mail server localhost:9 cannot be used (ECONNREFUSED)')
    await stopService(service)
    machine.environment['SST_RESOURCE_Email'] = email
  })

  it.each([
    [
      'a missing secret',
      { SST_RESOURCE_LinkSigning: '' },
      /^- SST_RESOURCE_LinkSigning is missing\. .+ Such as /m,
    ],
    [
      'a public secret',
      { SST_RESOURCE_LinkSigning: '{"secret":"links-of-the-local-stack"}' },
      /public: make one/,
    ],
    [
      'an issuer of another name',
      undefined,
      /^The issuer at http:\S+ calls itself http:\S+: write that name/,
    ],
    [
      'an issuer that is away',
      { SST_RESOURCE_UserIdentity: '{"issuer":"http://127.0.0.1:9","audiences":"a"}' },
      /^The issuer http:\/\/127\.0\.0\.1:9 does not describe itself/,
    ],
    [
      'a database that is away',
      {
        SST_RESOURCE_Database:
          '{"host":"127.0.0.1","port":9,"username":"u","password":"not-asked-for","database":"d","tls":"off"}',
      },
      /^PostgreSQL at 127\.0\.0\.1:9 refuses/,
    ],
    [
      'a storage that cannot be written',
      { SST_RESOURCE_Storage: '{"name":"objects","folder":"/dev/null"}' },
      /^The folder \/dev\/null of the objects cannot be used/,
    ],
    ['a folder that is a file', { PAUTA_DATA: 'FILE' }, /^The folder \S+ of PAUTA_DATA cannot be written/],
  ])('refuses to start with %s, in one sentence', async (_, changes, sentence) => {
    const before = { ...machine.environment }
    await writeFile(join(machine.folder, 'file'), '')
    const issuer = JSON.parse(before['SST_RESOURCE_UserIdentity'] ?? '{}') as { issuer: string }
    const renamed = issuer.issuer.replace('127.0.0.1', 'localhost')
    Object.assign(
      machine.environment,
      changes ?? { SST_RESOURCE_UserIdentity: JSON.stringify({ issuer: renamed, audiences: 'a' }) },
    )
    if (machine.environment['PAUTA_DATA'] === 'FILE')
      machine.environment['PAUTA_DATA'] = join(machine.folder, 'file')
    const { code, stderr } = await machine.serve().ended
    for (const name of Object.keys(machine.environment)) delete machine.environment[name]
    Object.assign(machine.environment, before)
    expect(code).toBe(1)
    expect(stderr).toMatch(sentence)
    const lines = stderr.trim().split('\n')
    expect(lines.length).toBe(stderr.startsWith('Pauta does not start') ? 2 : 1)
  })

  it('refuses a port that another program has', async () => {
    const other = createServer().listen(Number(machine.environment['PAUTA_PORT']), '127.0.0.1')
    const { code, stderr } = await machine.serve().ended
    other.close()
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The service cannot listen at .+ another program has it .+ PAUTA_PORT\.\n$/)
  })
})
