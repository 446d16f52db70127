import { startSites, type Sites } from '@pauta/emulators/sites/sites'
import type { SiteNews } from '@pauta/emulators/sites/site-types'
import { connectDatabase, type DbPool } from '@pauta/platform/database/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeClient } from '../kit/client/client.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'
import type { RunningCommand } from '../kit/processes/command.ts'
import { eventually } from '../kit/runner/eventually.ts'
import { aSite, someNews } from '../kit/services/news-sites.ts'
import { findEdition, startTestMachine, type TestMachine } from '../kit/stack/machine.ts'

const AGENCY = 'ipea'
/** A site that the catalogue lacks, of software that no rule knows. */
const SITE = aSite(AGENCY, { kind: 'feed' })
const PERSON = { sub: 'rui', email: 'rui@exemplo.gov.br', email_verified: true, name: 'Rui' }
/** Text of a page without rules is found by its length. */
const LONG =
  'O instituto começa em abril a coleta do censo agropecuário, com doze mil recenseadores em todos os municípios do país.'
const BATCH = 3
const KILLS = 2

type DatabaseAddress = Parameters<typeof connectDatabase>[0]

let machine: TestMachine
let sites: Sites
let db: DbPool
const shown: SiteNews[] = []

beforeAll(async () => {
  machine = await startTestMachine()
  sites = await startSites({ port: 0, sites: [SITE], listNews: (key) => (key === AGENCY ? shown : []) })
  const relay = { url: sites.url }
  machine.environment['SST_RESOURCE_ScrapeService'] = JSON.stringify({ relay, delayMilliseconds: 0 })
  db = connectDatabase(JSON.parse(machine.environment['SST_RESOURCE_Database'] ?? '{}') as DatabaseAddress)
})
afterAll(async () => {
  await db.end({ timeout: 5 })
  await sites.stop()
  await machine[Symbol.asyncDispose]()
})

/** Puts articles on the site. */
function publish(name: string): void {
  for (let n = 0; n < BATCH; n++) {
    const paragraphs = [LONG, `As inscrições do programa ${name}-${n} duram três meses.`, LONG]
    shown.unshift(someNews(`${name}-${n}`, new Date(Date.now() - 600_000), { paragraphs }))
  }
}

const command = (...args: string[]) => machine.run(...args, '--data', machine.dataDir)

const ask = <Data>(document: string, token?: string): Promise<Data> =>
  makeClient(`${machine.url}/graphql`, token).query<Data>(document)

async function untilAllAreFound(): Promise<void> {
  const document = `{ search(query: "inscrições", filter: { agencies: ["${AGENCY}"] }) { found } }`
  await eventually(async () =>
    expect((await ask<{ search: { found: number } }>(document)).search.found).toBe(shown.length),
  )
}

/** Lets the articles be searchable since earlier: an edition has what arrived up to two minutes before it. */
async function moveArrivalsBack(): Promise<void> {
  await tables.articleAvailability.set(db, {}, { availableAt: timeAgo(5, 'minute') })
  expect(await command('sync-typesense', '--full-sync')).toMatchObject({ code: 0 })
}

async function stop(service: RunningCommand, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  service.child.kill(signal)
  await service.ended
}

/** Starts the service, which reads the site at once, and returns when it has begun to. */
async function startReading(): Promise<RunningCommand> {
  await tables.scrapeSites.set(db, { agencyKey: AGENCY }, { nextAt: null })
  const asked = sites.visits.length
  const service = machine.serve()
  await eventually(() => expect(sites.visits.length).toBeGreaterThan(asked), { interval: 5 })
  return service
}

it('reads a site that an operator adds, delivers its news once, and misses none when it is killed', async () => {
  let service = machine.serve()
  await machine.waitUntilUp()
  publish('first')
  const site = [SITE.listingUrl, '--agency', AGENCY, '--name', 'Ipea']
  const added = await command('catalogue', 'add', 'site', ...site, '--yes')
  expect(added.code).toBe(0)
  expect(added.stdout).not.toContain('cannot be read')
  await stop(service, 'SIGTERM')
  service = await startReading()
  await machine.waitUntilUp()
  await untilAllAreFound()
  await moveArrivalsBack()

  const token = await machine.token(PERSON)
  const input = `name: "Ipea", schedule: "0 8 * * *", recortes: [{ title: "Ipea", agencies: ["${AGENCY}"] }]`
  const { createClipping } = await ask<{ createClipping: { id: string } }>(
    `mutation { createClipping(input: { ${input}, deliveryChannels: { email: true } }) { id } }`,
    token,
  )
  await ask(`mutation { sendClipping(id: "${createClipping.id}") }`, token)
  const mails = () => machine.mails.filter((text) => text.includes(`To: ${PERSON.email}`))
  await eventually(() => expect(mails()).toHaveLength(1))
  const edition = findEdition(mails()[0] ?? '')
  expect(edition.startsWith(`${machine.url}/edicoes/`)).toBe(true)
  const page = await fetch(edition).then((response) => response.text())
  for (const { title } of shown) expect(page).toContain(title)

  publish('kill')
  await stop(service, 'SIGKILL')
  for (let kill = 0; kill < KILLS; kill++) await stop(await startReading(), 'SIGKILL')
  service = machine.serve()
  await machine.waitUntilUp()
  await untilAllAreFound()
  expect(mails()).toHaveLength(1)
  service.child.kill('SIGTERM')
  expect((await service.ended).code).toBe(0)
})
