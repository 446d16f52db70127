import { existsSync } from 'node:fs'
import type { ConfigSection } from '@pauta/platform/config/config'
import type { Right } from '../packages/platform/src/workers/define-worker.ts'
import type { Links } from './links.ts'
import type { Network } from './network.ts'
import type { Rights } from './rights.ts'

/** What a function is and needs; everything else is the same for all. */
export interface FunctionNeeds {
  /** Follows the names of the app and the stage: `pauta-production-graphql`. */
  name: string
  handler: string
  purpose: string
  /** The sections that it loads; it is linked to exactly these. */
  config: readonly ConfigSection[]
  timeoutSeconds: number
  memoryMb: number
  /** It calls addresses that users give, from behind a security group that lets nothing else out. */
  callsStrangers?: boolean
  /** Environments at once, where nothing else bounds them. */
  reservedConcurrency?: number
  /** What it does with the bucket and with dead letters. */
  rights?: readonly Right[]
  /** What it may do besides what its links and rights allow. */
  permissions?: sst.aws.FunctionArgs['permissions']
  /** Its answer is written piece by piece, by a handler that says so. */
  streaming?: boolean
  /** Of the function itself, for people and bills. */
  tags?: Record<string, string>
  /** Files or folders that stand beside the bundle, by their path in the repository. */
  copyFiles?: readonly { from: string; to: string }[]
}

export type FunctionArgsMaker = (needs: FunctionNeeds) => sst.aws.FunctionArgs

/** Sections behind which something stands in the private network. */
const PRIVATE_SECTIONS = new Set<ConfigSection>(['database', 'index'])

/** Since Node 20 the runtime leaves out the authorities that sign RDS certificates; this file in it has them. */
const RDS_AUTHORITIES = '/var/runtime/ca-cert.pem'

const LAMBDA_MAY_ASSUME = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
}

/** What all functions of a stage share. */
export interface FunctionSurroundings {
  links: Links
  rights: Rights
  network: Network
}

/**
 * Gives every function its settings. A function that must not run before something else has (new code before its
 * migrations) waits for `after`.
 */
export function makeFunctionArgs(
  { links, rights, network }: FunctionSurroundings,
  after?: $util.Resource,
): FunctionArgsMaker {
  return (needs) => ({
    name: `${$app.name}-${$app.stage}-${needs.name}`,
    handler: needs.handler,
    description: needs.purpose,
    runtime: 'nodejs24.x',
    architecture: 'arm64',
    timeout: `${needs.timeoutSeconds} seconds`,
    memory: `${needs.memoryMb} MB`,
    streaming: needs.streaming ?? false,
    link: needs.config.map((section) => links[section]),
    permissions: $util
      .all([needs.permissions ?? [], ...(needs.rights ?? []).map((right) => rights[right])])
      .apply((granted) => granted.flat()),
    ...(needs.config.includes('database') && { environment: { NODE_EXTRA_CA_CERTS: RDS_AUTHORITIES } }),
    nodejs: {
      minify: true,
      // What is imported late is in files of its own, which a cold start does not read.
      splitting: true,
      plugins: 'stacks/bundling/plugins.mjs',
      esbuild: { keepNames: false },
    },
    ...(needs.config.some((section) => PRIVATE_SECTIONS.has(section)) && {
      vpc: {
        privateSubnets: network.privateSubnets,
        securityGroups: needs.callsStrangers ? network.outboundSecurityGroups : network.securityGroups,
      },
    }),
    ...(needs.reservedConcurrency !== undefined && { concurrency: { reserved: needs.reservedConcurrency } }),
    copyFiles: (needs.copyFiles ?? []).map(checkFile),
    transform: {
      // As SST makes it, the role in dev mode also trusts every principal of the account.
      role: (args) => {
        args.assumeRolePolicy = JSON.stringify(LAMBDA_MAY_ASSUME)
      },
      function: (args, options) => {
        if (needs.tags) args.tags = needs.tags
        if (after) options.dependsOn = [after]
      },
    },
  })
}

function checkFile(file: { from: string; to: string }) {
  if (!existsSync(file.from))
    throw new Error(`${file.from} is not there. Deploy with \`npm run deploy\`, which makes it first.`)
  return file
}
