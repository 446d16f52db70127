import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPlayground } from '../functions/http/playground/build-playground.ts'
import { buildWidget } from '../functions/http/widget/build-widget.ts'
import { buildSite } from '../packages/observatory/build.ts'
import { makeBundles } from './stacks/bundles.ts'
import { checkApi } from './stacks/check-api.ts'
import { checkBundles } from './stacks/check-bundles.ts'
import { checkAlarms } from './stacks/check-alarms.ts'
import { checkDashboard } from './stacks/check-dashboard.ts'
import { checkDelivery } from './stacks/check-delivery.ts'
import { checkFirewall } from './stacks/check-firewall.ts'
import { checkGuide } from './stacks/check-guide.ts'
import { checkFunctions } from './stacks/check-functions.ts'
import { checkPreview } from './stacks/check-preview.ts'
import { checkQueues } from './stacks/check-queues.ts'
import { checkRules } from './stacks/check-rules.ts'
import { checkChoices } from './stacks/check-settings.ts'
import { checkSchedules } from './stacks/check-schedules.ts'
import { checkSite } from './stacks/check-site.ts'
import { checkSmall } from './stacks/check-small.ts'
import { checkStores } from './stacks/check-stores.ts'
import { renderEnvTypes } from './stacks/env-types.ts'
import type { Stages } from './stacks/graph.ts'
import { ensurePlatform } from './stacks/platform.ts'
import { OWN_STAGES, STAGES_TO_SYNTHESISE } from './stacks/stage-settings.ts'
import { makeSynthesiser, type Synthesiser } from './stacks/synth.ts'
import { patient } from './kit/runner/patience.ts'

/*
 * Works out the infrastructure without an account, by SST's own program over a mock engine.
 *
 * The tests prove the wiring: handlers and their bundles, links, time-outs, queues, names, retention and what a
 * preview borrows. They do not prove that AWS accepts it, that permissions and quotas suffice, or what a deployment
 * changes. Those need `sst diff` and `sst deploy` with credentials.
 */

const INSTALL_TIMEOUT_MS = 360_000

const workFolder = mkdtempSync(join(tmpdir(), 'pauta-stacks-'))
let synthesiser: Synthesiser | undefined
let synthesised: Stages | undefined

const present = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('The stages are not synthesised yet.')
  return value
}
const stages = (): Stages => present(synthesised)

beforeAll(async () => {
  ensurePlatform()
  await buildPlayground()
  await buildWidget()
  // SST reads the names of its files. The mock engine does not run the command that builds it.
  await buildSite()
  synthesiser = await makeSynthesiser(workFolder)
  const [production, staging, preview, chosen, small, ...own] = await synthesiser.synthAll([
    STAGES_TO_SYNTHESISE.production,
    STAGES_TO_SYNTHESISE.staging,
    STAGES_TO_SYNTHESISE.preview,
    STAGES_TO_SYNTHESISE.chosen,
    STAGES_TO_SYNTHESISE.small,
    ...OWN_STAGES,
  ])
  await makeBundles(production.builds, workFolder)
  synthesised = { production, staging, preview, chosen, small, own, workFolder }
}, patient(INSTALL_TIMEOUT_MS))

afterAll(() => {
  synthesiser?.[Symbol.dispose]()
  rmSync(workFolder, { recursive: true, force: true })
})

describe('the program', () => {
  it('has its link types in sst-env.d.ts (`npm run test:cloud -- stacks -u` writes them)', async () => {
    await expect(renderEnvTypes(stages().production)).toMatchFileSnapshot('../sst-env.d.ts')
  })

  it('checks the settings of its stage, and stops at a secret that is not set', async () => {
    const { listFailures } = present(synthesiser)
    const options = STAGES_TO_SYNTHESISE.production
    const failures = await listFailures([
      { ...options, settings: { ...options.settings, embedding: { kind: 'unset' } } },
      { ...options, secrets: {} },
      { ...options, secrets: { ...options.secrets, SearchCertificate: '' } },
      { ...options, secrets: { ...options.secrets, LinkSigningSecret: 'preview-1f' } },
      { ...STAGES_TO_SYNTHESISE.preview, secrets: options.secrets },
    ])
    expect(failures).toEqual(
      [
        'are not ready for the stage production',
        'Set a value for SearchIndexKey',
        'The secret SearchCertificate is missing',
        'The secret LinkSigningSecret of production is a fallback of previews',
        'of previews must begin with "preview-"',
      ].map((message) => expect.stringContaining(message) as string),
    )
  })
})

checkRules(stages)
checkGuide(stages)
checkChoices(stages)
checkFunctions(stages)
checkDelivery(stages)
checkBundles(stages)
checkQueues(stages)
checkSchedules(stages)
checkAlarms(stages)
checkDashboard(stages)
checkApi(stages)
checkFirewall(stages)
checkSite(stages)
checkStores(stages)
checkPreview(stages)
checkSmall(stages)
