import { startSites, type Sites } from '@pauta/emulators/sites/sites'
import type { SiteNews } from '@pauta/emulators/sites/site-types'
import { connectDatabase } from '@pauta/platform/database/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeClient } from '../kit/client/client.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'
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

let machine: TestMachine
let sites: Sites
const shown: SiteNews[] = []

beforeAll(async () => {
  machine = await startTestMachine()
  sites = await startSites({ port: 0, sites: [SITE], listNews: (key) => (key === AGENCY ? shown : []) })
  const relay = { url: sites.url }
  machine.environment['SST_RESOURCE_ScrapeService'] = JSON.stringify({ relay, delayMilliseconds: 0 })
})
afterAll(async () => {
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

/**
 * Starts a run by hand and returns when it asks the site. A run that meets one that a restart continued is skipped, so
 * another one starts then.
 */
async function startReading(): Promise<{ run: Promise<unknown> }> {
  const asked = sites.visits.length
  for (;;) {
    let isOver = false
    const run = command('job', 'scrape', '--agency', AGENCY).finally(() => (isOver = true))
    await eventually(() => expect(isOver || sites.visits.length > asked).toBe(true), { interval: 5 })
    if (sites.visits.length > asked) return { run }
  }
}

async function untilAllAreFound(): Promise<void> {
  const document = `{ search(query: "inscrições", filter: { agencies: ["${AGENCY}"] }) { found } }`
  await eventually(async () =>
    expect((await ask<{ search: { found: number } }>(document)).search.found).toBe(shown.length),
  )
}

/** Lets the articles be searchable since earlier: an edition has what arrived up to two minutes before it. */
async function moveArrivalsBack(): Promise<void> {
  const address = JSON.parse(machine.environment['SST_RESOURCE_Database'] ?? '{}') as Parameters<
    typeof connectDatabase
  >[0]
  const db = connectDatabase(address)
  await tables.articleAvailability.set(db, {}, { availableAt: timeAgo(5, 'minute') })
  await db.end({ timeout: 5 })
  expect(await command('sync-typesense', '--full-sync')).toMatchObject({ code: 0 })
}

it('reads a site that an operator adds, delivers its news once, and misses none when it is killed', async () => {
  let service = machine.serve()
  await machine.waitUntilUp()
  publish('first')
  const added = await command(
    ...['catalogue', 'add', 'site', SITE.listingUrl, '--agency', AGENCY, '--name', 'Ipea', '--yes'],
  )
  expect(added.code).toBe(0)
  expect(added.stdout).not.toContain('cannot be read')
  expect(await command('job', 'scrape', '--agency', AGENCY)).toMatchObject({ code: 0 })
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

  for (let kill = 0; kill < KILLS; kill++) {
    publish(`kill-${kill}`)
    const { run } = await startReading()
    service.child.kill('SIGKILL')
    await service.ended
    service = machine.serve()
    await machine.waitUntilUp()
    await run
    await untilAllAreFound()
  }
  expect(mails()).toHaveLength(1)
  service.child.kill('SIGTERM')
  expect((await service.ended).code).toBe(0)
})
