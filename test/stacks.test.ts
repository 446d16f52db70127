import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPlayground } from '../functions/http/build-playground.ts'
import { STAGE_SETTINGS, type StageSettings } from '../stacks/settings.ts'
import { checkApi } from './stacks/check-api.ts'
import { checkBundles } from './stacks/check-bundles.ts'
import { checkAlarms } from './stacks/check-alarms.ts'
import { checkClocks } from './stacks/check-clocks.ts'
import { checkDelivery } from './stacks/check-delivery.ts'
import { checkFunctions } from './stacks/check-functions.ts'
import { checkJobs } from './stacks/check-jobs.ts'
import { checkPreview } from './stacks/check-preview.ts'
import { checkQueues } from './stacks/check-queues.ts'
import { checkStores } from './stacks/check-stores.ts'
import { renderEnvTypes } from './stacks/env-types.ts'
import {
  type Graph,
  getBuild,
  getFunction,
  getOne,
  listOfType,
  revealed,
  type Stages,
} from './stacks/graph.ts'
import { ensurePlatform, ROOT } from './stacks/platform.ts'
import { type SynthOptions, synth } from './stacks/synth.ts'

/*
 * The infrastructure, worked out without an account by SST's own program over a mock engine. It proves the wiring:
 * that every handler is there and bundles, who is linked to what, time-outs, queues, names, what is kept and what a
 * preview borrows. It does not prove that AWS accepts it, that the permissions suffice, what quotas allow or what a
 * deployment changes: those need `sst diff` and `sst deploy` with credentials.
 */

const INSTALL_TIMEOUT_MS = 360_000
const SYNTH_TIMEOUT_MS = 60_000

const embedding: StageSettings['embedding'] = {
  kind: 'http',
  url: 'https://embed.example/v1',
  model: 'm-768',
}
const scraper = { url: 'https://scraper.example' }
/** What a stage has to decide for itself. */
const decided = { embedding, scraper }
const serviceIdentity: StageSettings['serviceIdentity'] = {
  issuer: 'https://issuer.example',
  audience: 'pauta',
  jwksUri: 'https://issuer.example/jwks',
  allowlist: ['worker@pauta.example', 'subject-2'],
}
const userIdentity: StageSettings['userIdentity'] = {
  issuer: 'https://cognito-idp.us-east-2.amazonaws.com/us-east-2_pool',
  audiences: ['portal-client', 'mobile-client'],
  jwksUri: 'https://cognito-idp.us-east-2.amazonaws.com/us-east-2_pool/.well-known/jwks.json',
  userinfoUrl: 'https://pool.auth.us-east-2.amazoncognito.com/oauth2/userInfo',
}
const workFolder = mkdtempSync(join(tmpdir(), 'pauta-stacks-'))

const run = (stage: string, options: Partial<SynthOptions> = {}): Promise<Graph> =>
  synth({
    stage,
    secrets: { SearchIndexKey: 'key-of-the-index', LinkSigningSecret: 'secret-of-the-links' },
    settings: decided,
    workFolder,
    ...options,
  })

let synthesised: Stages | undefined
const stages = (): Stages => {
  if (!synthesised) throw new Error('The stages are not synthesised yet.')
  return synthesised
}

beforeAll(async () => {
  ensurePlatform()
  await buildPlayground()
  // The first one makes the bundles that the others find done.
  const production = await run('production')
  const [staging, preview] = await Promise.all([run('staging'), run('pr-7')])
  synthesised = { production, staging, preview, workFolder }
}, INSTALL_TIMEOUT_MS)

afterAll(() => rmSync(workFolder, { recursive: true, force: true }))

describe('the program', () => {
  it(
    'type-checks against the types of SST',
    async () => {
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
      const check = promisify(execFile)(process.execPath, [tsc, '--noEmit', '--project', 'stacks'], {
        cwd: ROOT,
      })
      await expect(check).resolves.toMatchObject({ stdout: '' })
    },
    SYNTH_TIMEOUT_MS,
  )

  it('has its link types in sst-env.d.ts (`npm test -- -u stacks` writes them anew)', async () => {
    await expect(renderEnvTypes(stages().production)).toMatchFileSnapshot('../sst-env.d.ts')
  })

  it('runs in us-east-2, and in another region by configuration alone', async () => {
    const { production, staging, preview } = stages()
    for (const graph of [production, staging, preview])
      expect(graph.app.providers.aws.region).toBe('us-east-2')
    const moved = await run('production', { settings: { ...decided, region: 'sa-east-1' } })
    expect(moved.app.providers.aws.region).toBe('sa-east-1')
    expect(JSON.stringify(moved.resources)).not.toContain('us-east-2')
  })

  it('uses a Typesense Cloud cluster by configuration alone', async () => {
    const url = 'https://cluster.typesense.example:443'
    const cloud = await run('production', {
      settings: { ...decided, search: { kind: 'typesense-cloud', url } },
    })
    const instances = listOfType(cloud, 'aws:ec2/instance:Instance').map(({ name }) => name)
    expect(instances).not.toContain('SearchServer')
    const { SearchIndex: link } = getBuild(cloud, getFunction(cloud, 'graphql')).links
    expect(link).toMatchObject({ url, collection: 'news' })
  })
})

describe('the internal surface', () => {
  it('is closed by default, and opened to listed accounts by configuration alone', async () => {
    const linkOf = (graph: Graph) => getBuild(graph, getFunction(graph, 'graphql')).links['ServiceIdentity']
    expect(linkOf(stages().production)).toMatchObject({ issuer: '', allowlist: '' })
    const opened = await run('production', { settings: { ...decided, serviceIdentity } })
    expect(linkOf(opened)).toMatchObject({
      ...serviceIdentity,
      allowlist: 'worker@pauta.example,subject-2',
    })
  })
})

describe('the door for users', () => {
  it('is shut by default, and opened to any issuer by configuration alone', async () => {
    const linkOf = (graph: Graph) => getBuild(graph, getFunction(graph, 'graphql')).links['UserIdentity']
    expect(linkOf(stages().production)).toMatchObject({ issuer: '', audiences: '' })
    const opened = await run('production', { settings: { ...decided, userIdentity } })
    expect(linkOf(opened)).toMatchObject({ ...userIdentity, audiences: 'portal-client,mobile-client' })
  })
})

describe('the public dataset', () => {
  it('is published by the stage that names it, and by no other', async () => {
    const linkOf = (graph: Graph) =>
      getBuild(graph, getFunction(graph, 'job-export-dataset')).links['DatasetHost']
    const dataset: StageSettings['dataset'] = {
      hubUrl: 'https://hub.example',
      viewerUrl: 'https://viewer.example',
      dataset: 'casa/noticias',
      reducedDataset: 'casa/noticias-reduzido',
    }
    const secrets = {
      SearchIndexKey: 'key-of-the-index',
      LinkSigningSecret: 'secret-of-the-links',
      DatasetToken: 'hf_secret',
    }
    const named = await run('production', { settings: { ...decided, dataset }, secrets })
    expect(linkOf(named)).toMatchObject({ ...dataset, token: 'hf_secret' })
    // A token that every stage may have as a fallback opens nothing by itself.
    const unnamed = await run('staging', { secrets })
    expect(linkOf(unnamed)).toMatchObject({ dataset: '', reducedDataset: '', token: '' })
  })
})

describe('the addresses that users give', () => {
  it('are public ones in every stage: no origin is exempt', () => {
    const { production, staging, preview } = stages()
    for (const graph of [production, staging, preview])
      expect(getBuild(graph, getFunction(graph, 'graphql')).links['Outbound']).toMatchObject({
        allowedOrigins: '',
      })
  })
})

describe('what stops a stage', () => {
  it('a secret that is not set', async () => {
    await expect(run('production', { secrets: {} })).rejects.toThrow(/Set a value for SearchIndexKey/)
  })

  it('an embedding service that nobody chose, while hashing on purpose passes', async () => {
    const unset = run('staging', { settings: { embedding: { kind: 'unset' } } })
    await expect(unset).rejects.toThrow(/embedding: name the service/)
    const hashing = await run('staging', { settings: { embedding: { kind: 'hashing' } } })
    const link = getOne(hashing, 'sst:sst:LinkRef', /^EmbeddingService/)
    expect(revealed(link.inputs['properties'])).toEqual({ kind: 'hashing' })
  })

  it.each([
    ['any origin', { corsOrigins: ['*'] }, /corsOrigins/],
    ['an origin with a path', { corsOrigins: ['https://portal.example/noticias'] }, /corsOrigins/],
    ['schedules without a scraper', { scraper: { url: '' } }, /scraper\.url: name the scraper service/],
    ['a scraper without TLS', { scraper: { url: 'http://scraper.example' } }, /scraper\.url: an https URL/],
    [
      'a dataset without its reduced one',
      {
        dataset: {
          hubUrl: 'https://hub.example',
          viewerUrl: 'https://viewer.example',
          dataset: 'casa/noticias',
          reducedDataset: '',
        },
      },
      /dataset: give dataset and reducedDataset/,
    ],
    ['a portal without TLS', { portalUrl: 'http://portal.example' }, /portalUrl/],
    [
      'an issuer of service accounts without its audience',
      { serviceIdentity: { ...serviceIdentity, audience: '' } },
      /serviceIdentity: give/,
    ],
    [
      'an allowlist of service accounts without an issuer',
      { serviceIdentity: { issuer: '', audience: '', jwksUri: '', allowlist: ['worker@pauta.example'] } },
      /serviceIdentity: give/,
    ],
    [
      'keys of service accounts without TLS',
      { serviceIdentity: { ...serviceIdentity, jwksUri: 'http://issuer.example/jwks' } },
      /serviceIdentity\.jwksUri/,
    ],
    [
      'an issuer of users without an audience',
      { userIdentity: { ...userIdentity, audiences: [] } },
      /userIdentity: give/,
    ],
    [
      'userinfo without an issuer of users',
      { userIdentity: { ...userIdentity, issuer: '', audiences: [], jwksUri: '' } },
      /userIdentity: give/,
    ],
    [
      'userinfo without TLS',
      { userIdentity: { ...userIdentity, userinfoUrl: 'http://issuer.example/userinfo' } },
      /userIdentity: https URLs/,
    ],
    [
      'one issuer for users and service accounts',
      { serviceIdentity, userIdentity: { ...userIdentity, issuer: serviceIdentity.issuer } },
      /userIdentity\.issuer: another/,
    ],
  ])('%s', async (_, settings, message) => {
    await expect(run('production', { settings: { ...decided, ...settings } })).rejects.toThrow(message)
  })

  it('a name that no resource could carry', async () => {
    await expect(run('PR_7')).rejects.toThrow(/stage "PR_7"/)
  })
})

checkFunctions(stages)
checkDelivery(stages, (delivery) =>
  run('production', {
    settings: { ...decided, delivery: { ...STAGE_SETTINGS.production.delivery, ...delivery } },
  }),
)
checkBundles(stages)
checkQueues(stages)
checkJobs(stages)
checkClocks(stages)
checkAlarms(stages)
checkApi(stages)
checkStores(stages)
checkPreview(stages)
