import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { IssuerKeys } from '@pauta/local/stack-types'
import type { TestProject } from 'vitest/node'
import type { TestServers } from './kit/stack/outside-stores.ts'
import { provideTemplate } from './kit/stack/template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of a dumped database with every migration and the catalogue, and nothing else. */
    databaseTemplate: string
    /** Servers in place of the embedded stores. Defined only in `npm run test:stores`. */
    servers: TestServers | undefined
    /** Keys for the issuers of every stack: making two takes as long as starting the rest of a stack. */
    issuerKeys: IssuerKeys
    /** The number of kills and draws of tests: `long` in `npm run test:long`. */
    form: 'short' | 'long'
    /** The factor of limits on this machine, relative to the machine for which they are written. */
    patience: number
  }
}

function makeIssuerKey(kid: string): IssuerKeys['users'] {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256' }
}

/** Provides what tests that start stacks need. */
export function provideStacks(project: TestProject, databaseTemplate: string): void {
  project.provide('databaseTemplate', databaseTemplate)
  project.provide('servers', undefined)
  project.provide('issuerKeys', { users: makeIssuerKey('users'), services: makeIssuerKey('services') })
}

/** Provides one migrated database, so that every thread starts its database from a copy in half a second. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-test-'))
  const file = join(folder, 'template.tar')
  await provideTemplate(file)
  provideStacks(project, file)
  return () => rm(folder, { recursive: true, force: true })
}
