import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { promisify } from 'node:util'
import { RESOURCE_OF_SECTION } from '@pauta/platform/config/config'
import * as esbuild from 'esbuild'
import { describe, expect, it } from 'vitest'
import { type Graph, getOne, jsonOf, listOfType, revealed, type Stages } from './graph.ts'
import { patient } from '../kit/runner/patience.ts'
import { ROOT } from './platform.ts'
import { listLoadedSections } from './sections.ts'

const PROGRAM = 'packages/cli/src/sync-task.ts'
const COMMAND = 'sync-typesense'
const BUNDLE_TIMEOUT_MS = 60_000
const DOCKERFILE = join(ROOT, 'stacks/sync-task/Dockerfile')
/** The command that starts the task runs on people's machines, not in the task. */
const isStarter = (file: string) => file.startsWith('packages/cli/src/sync/')
const isOurs = (file: string) => !file.includes('node_modules/')

interface Container {
  name: string
  image: string
  pseudoTerminal: boolean
  portMappings: unknown[]
  stopTimeout: number
  environment: { name: string; value: string }[]
  secrets: { name: string; valueFrom: string }[]
  logConfiguration: { logDriver: string; options: Record<string, string> }
}

/** The link by which the command finds the task. */
export const getSyncLink = (graph: Graph) =>
  revealed(getOne(graph, 'sst:sst:LinkRef', /^SyncTaskLinkRef$/).inputs['properties']) as Record<
    string,
    unknown
  >

function getContainer(graph: Graph): Container {
  const definition = getOne(graph, 'aws:ecs/taskDefinition:TaskDefinition', /./)
  const containers = jsonOf(definition, 'containerDefinitions') as Container[]
  const [container] = containers
  if (!container || containers.length !== 1) throw new Error(`The task has ${containers.length} containers`)
  return container
}

/** Every file of ours that the command imports, by its path in the repository. */
async function listSources(): Promise<string[]> {
  const { metafile } = await esbuild.build({
    entryPoints: [join(ROOT, PROGRAM)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    absWorkingDir: ROOT,
    logLevel: 'silent',
  })
  return Object.keys(metafile.inputs).filter(isOurs)
}

export function checkSyncTask(stages: () => Stages): void {
  describe('the task of a full sync', () => {
    it('exists in stages with their own network, and in no preview', () => {
      const { production, staging, preview } = stages()
      for (const graph of [production, staging])
        expect(listOfType(graph, 'aws:ecs/taskDefinition:TaskDefinition')).toHaveLength(1)
      expect(preview.resources.filter(({ type }) => type.startsWith('aws:ecs/'))).toEqual([])
      expect(getSyncLink(preview)).toMatchObject({ cluster: '', taskDefinition: '', subnets: '' })
    })

    it('runs on one core of ARM as a command: without ports or a terminal, with time to finish a batch', () => {
      const { production } = stages()
      expect(getOne(production, 'aws:ecs/taskDefinition:TaskDefinition', /./).inputs).toMatchObject({
        cpu: '1024',
        memory: '2048',
        networkMode: 'awsvpc',
        requiresCompatibilities: ['FARGATE'],
        runtimePlatform: { cpuArchitecture: 'ARM64' },
      })
      expect(getContainer(production)).toMatchObject({
        name: 'SyncTask',
        pseudoTerminal: false,
        portMappings: [],
        stopTimeout: 120,
      })
    })

    it('has exactly the connections that its code loads, and its definition contains none of their values', async () => {
      const { production } = stages()
      const { environment, secrets } = getContainer(production)
      const loaded = listLoadedSections((await listSources()).filter((file) => !isStarter(file)))
      expect(secrets.map(({ name }) => name).sort()).toEqual(
        loaded.map((section) => `SST_RESOURCE_${RESOURCE_OF_SECTION[section]}`).sort(),
      )
      expect(environment).toEqual([
        { name: 'SST_RESOURCE_App', value: JSON.stringify({ name: 'pauta', stage: 'production' }) },
      ])
      for (const { name, valueFrom } of secrets) {
        const parameter = getOne(
          production,
          'aws:ssm/parameter:Parameter',
          new RegExp(`^${valueFrom.split(':').at(-1)}$`),
        )
        expect(parameter.inputs['type']).toBe('SecureString')
        const link = getOne(
          production,
          'sst:sst:LinkRef',
          new RegExp(`^${name.slice('SST_RESOURCE_'.length)}LinkRef$`),
        )
        expect(jsonOf(parameter, 'value')).toMatchObject(revealed(link.inputs['properties']) as object)
      }
    })

    it('may do nothing itself; its starter may read its connections', () => {
      const { production } = stages()
      expect(getOne(production, 'aws:iam/role:Role', /^SyncTaskTaskRole$/).inputs['inlinePolicies']).toEqual(
        [],
      )
      const role = getOne(production, 'aws:iam/role:Role', /^SyncTaskExecutionRole$/)
      const [{ policy } = { policy: undefined }, ...more] = role.inputs['inlinePolicies'] as {
        policy: unknown
      }[]
      expect(more).toEqual([])
      expect(JSON.parse(String(revealed(policy)))).toEqual({
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Action: 'ssm:GetParameters',
            Resource: getContainer(production).secrets.map(({ valueFrom }) => valueFrom),
          },
        ],
      })
      expect(role.inputs['managedPolicyArns']).toEqual([
        'arn:aws:iam::aws:policy/service-role/AmazonECSTaskExecutionRolePolicy',
      ])
    })

    it('is started by people only, in the private subnets of the functions', () => {
      const { production, staging } = stages()
      for (const graph of [production, staging]) {
        expect(getSyncLink(graph)).toMatchObject({
          cluster: expect.stringMatching(/^arn:aws:ecs:us-east-2:.*SyncCluster/) as string,
          taskDefinition: expect.stringMatching(/^arn:aws:ecs:us-east-2:.*SyncTask/) as string,
          container: 'SyncTask',
          subnets: 'VpcPrivateSubnet1-id,VpcPrivateSubnet2-id',
          securityGroups: 'VpcSecurityGroup-id',
          logGroup: `/pauta/${graph.app.stage}/sync`,
        })
        expect(graph.builds.filter(({ links }) => 'SyncTask' in links)).toEqual([])
      }
    })

    it('keeps its log for a month, under the documented name', () => {
      const { production } = stages()
      const group = getOne(production, 'aws:cloudwatch/logGroup:LogGroup', /^SyncTaskLogGroup/)
      expect(group.inputs).toMatchObject({ name: '/pauta/production/sync', retentionInDays: 30 })
      expect(getContainer(production).logConfiguration).toMatchObject({
        logDriver: 'awslogs',
        options: { 'awslogs-stream-prefix': getSyncLink(production)['logStreamPrefix'] },
      })
    })
  })

  describe('the image of the task', () => {
    const dockerfile = readFileSync(DOCKERFILE, 'utf8')

    it('is built for ARM without running anything for ARM', () => {
      const image = getOne(stages().production, 'docker-build:index:Image', /./)
      expect(image.inputs).toMatchObject({
        platforms: ['linux/arm64'],
        dockerfile: { location: DOCKERFILE },
        push: true,
      })
      const [, last = ''] = dockerfile.split(/^FROM (?!--platform=\$BUILDPLATFORM)/m)
      expect(last).not.toBe('')
      expect(last).not.toMatch(/^RUN /m)
    })

    it(
      'is a bundle of the command that people run, without the packages of the others',
      async () => {
        expect(dockerfile).toMatch(/^ENTRYPOINT \["node", "sync-task\.mjs"\]$/m)
        // The authorities of the database come with its connection.
        expect(dockerfile).not.toContain('NODE_EXTRA_CA_CERTS')
        const build = /^RUN (node_modules\/\.bin\/esbuild .*)$/m.exec(dockerfile)?.[1] ?? ''
        expect(build).toContain(` ${PROGRAM} `)
        const folder = join(stages().workFolder, 'sync-task')
        const run = promisify(execFile)
        await run('bash', ['-c', build.replace('--outdir=/bundle', `--outdir=${folder}`)], { cwd: ROOT })
        const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
        expect(bytes).toBeLessThan(3_000_000)
        const { stdout } = await run(process.execPath, [join(folder, 'sync-task.mjs'), '--help'], {
          cwd: folder,
        })
        expect(stdout).toContain(`Usage: ${COMMAND}`)
        const refused = run(process.execPath, [join(folder, 'sync-task.mjs'), '--bogus'], { cwd: folder })
        await expect(refused).rejects.toMatchObject({ code: 2 })
      },
      patient(BUNDLE_TIMEOUT_MS),
    )

    it('has every file of ours that the command imports, and only packages of its workspaces', async () => {
      const admitted = readFileSync(`${DOCKERFILE}.dockerignore`, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('!'))
        .map((line) => line.slice(1))
      const isAdmitted = (file: string) =>
        admitted.some((pattern) => matchesGlob(file, pattern) || file.startsWith(`${pattern}/`))
      const ours = await listSources()
      expect(ours).toContain(PROGRAM)
      expect(ours).toContain(`packages/cli/src/commands/${COMMAND}.ts`)
      expect(ours.filter((file) => !isAdmitted(file))).toEqual([])
      const workspaces = [...dockerfile.matchAll(/--workspace @pauta\/(\S+)/g)].map(([, name]) => name)
      expect(new Set(ours.map((file) => file.split('/')[1]))).toEqual(new Set(workspaces))
    })
  })
}
