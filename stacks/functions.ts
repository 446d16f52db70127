import { existsSync } from 'node:fs'
import type { ConfigSection } from '@pauta/platform/config/config'
import type { FunctionArgsMaker } from './function-needs.ts'
import type { Links } from './links.ts'
import type { Network } from './network.ts'
import type { Rights } from './rights.ts'

/** Sections whose resources are in the private network. */
const PRIVATE_SECTIONS = new Set<ConfigSection>(['database', 'index'])

const LAMBDA_MAY_ASSUME = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
}

/** Settings and resources that all functions of a stage share. */
export interface FunctionSurroundings {
  links: Links
  rights: Rights
  network: Network
}

/**
 * Returns a maker of function arguments with the common settings. A function that needs something first (new code
 * needs its migrations) waits for `after`.
 */
export function makeFunctionArgs(
  { links, rights, network }: FunctionSurroundings,
  after?: $util.Resource,
): FunctionArgsMaker {
  return (needs) => ({
    name: `${$app.name}-${$app.stage}-${needs.name}`,
    handler: `functions/${needs.handler}.handler`,
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
    nodejs: {
      minify: true,
      // Late imports become separate files, which a cold start does not read.
      splitting: true,
      plugins: 'stacks/bundling.mjs',
      esbuild: {
        keepNames: false,
        // Without this, the bundle of mails contains both builds of React, and Lambda runs the development build.
        define: { 'process.env.NODE_ENV': '"production"' },
      },
    },
    ...(needs.config.some((section) => PRIVATE_SECTIONS.has(section)) && {
      vpc: {
        privateSubnets: network.privateSubnets,
        securityGroups: needs.publicEgressOnly ? network.outboundSecurityGroups : network.securityGroups,
      },
    }),
    ...(needs.concurrency !== undefined && { concurrency: { reserved: needs.concurrency } }),
    copyFiles: (needs.copyFiles ?? []).map(checkFile),
    transform: {
      // By default, SST's role in dev mode also trusts every principal of the account.
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
    throw new Error(`${file.from} does not exist. Deploy with \`npm run deploy\`, which builds it first.`)
  return file
}
