import { PROTOCOLS } from '@pauta/core/embeddings/protocols'
import { describe, expect, it } from 'vitest'
import { healthCommand, MAX_BATCH, MODEL_NAME, PORT, TEI_IMAGE } from '../../stacks/embedding-container.ts'
import { getBuild, getFunction, getOne, type Graph, jsonOf, listOfType, type Stages } from './graph.ts'

const TASK = 'aws:ecs/taskDefinition:TaskDefinition'

interface Container {
  image: string
  command: string[]
  portMappings: { containerPort: number }[]
  healthCheck: { command: string[]; startPeriod: number }
  logConfiguration: { options: Record<string, string> }
}

const containerOf = (graph: Graph): Container => {
  const [container] = jsonOf(getOne(graph, TASK, /^EmbeddingTask$/), 'containerDefinitions') as [Container]
  return container
}

/** Returns the value after an option of the command line. */
const optionOf = ({ command }: Container, name: string) => command[command.indexOf(name) + 1]

export function checkEmbedding(stages: () => Stages): void {
  describe('an embedding service of the stage', () => {
    it('runs a pinned image with a pinned multilingual model of 768 dimensions', () => {
      const { large } = stages()
      const container = containerOf(large)
      expect(TEI_IMAGE).toMatch(/:cpu-\d+\.\d+\.\d+@sha256:[0-9a-f]{64}$/)
      expect(container.image).toBe(TEI_IMAGE)
      expect(optionOf(container, '--model-id')).toBe('intfloat/multilingual-e5-base')
      expect(optionOf(container, '--revision')).toMatch(/^[0-9a-f]{40}$/)
      // A container that refuses the batches of its only client would be useless.
      expect(optionOf(container, '--max-client-batch-size')).toBe(String(MAX_BATCH))
      expect(PROTOCOLS.tei.batchSize).toBe(MAX_BATCH)
    })

    it('has the processors and the memory of its settings, in the private subnets', () => {
      const { large } = stages()
      expect(getOne(large, TASK, /^EmbeddingTask$/).inputs).toMatchObject({
        cpu: '2048',
        memory: '4096',
        requiresCompatibilities: ['FARGATE'],
        runtimePlatform: { cpuArchitecture: 'X86_64' },
      })
      expect(getOne(large, 'aws:ecs/service:Service', /^EmbeddingService$/).inputs).toMatchObject({
        desiredCount: 2,
        networkConfiguration: {
          assignPublicIp: false,
          subnets: (getFunction(large, 'graphql').inputs['vpcConfig'] as { subnetIds: string[] }).subnetIds,
          securityGroups: ['EmbeddingSecurityGroup-id'],
        },
        deploymentMinimumHealthyPercent: 100,
        deploymentCircuitBreaker: { enable: true, rollback: true },
      })
    })

    it('is open only to the functions of its network, and reaches only https', () => {
      const { inputs } = getOne(
        stages().large,
        'aws:ec2/securityGroup:SecurityGroup',
        /^EmbeddingSecurityGroup$/,
      )
      expect(inputs['ingress']).toEqual([
        { protocol: 'tcp', fromPort: PORT, toPort: PORT, securityGroups: ['VpcSecurityGroup-id'] },
      ])
      expect(inputs['egress']).toMatchObject([{ fromPort: 443, toPort: 443 }])
    })

    it('is checked for health by its container, and keeps its log for a month', () => {
      const container = containerOf(stages().large)
      expect(container.healthCheck).toMatchObject({
        command: ['CMD', 'bash', '-c', healthCommand(PORT)],
        startPeriod: 300,
      })
      const log = getOne(stages().large, 'aws:cloudwatch/logGroup:LogGroup', /^EmbeddingLog$/)
      expect(log.inputs).toMatchObject({ name: '/pauta/production/embedding', retentionInDays: 30 })
      expect(container.logConfiguration.options['awslogs-group']).toBe('/pauta/production/embedding')
    })

    it('may write its log and nothing else', () => {
      const { large } = stages()
      const role = getOne(large, 'aws:iam/role:Role', /^EmbeddingExecutionRole$/)
      expect(role.inputs['name']).toMatch(/^pauta-production-/)
      const [policy] = role.inputs['inlinePolicies'] as [{ policy: string }]
      expect(JSON.parse(policy.policy)).toMatchObject({
        Statement: [{ Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] }],
      })
      expect(getOne(large, TASK, /^EmbeddingTask$/).inputs['taskRoleArn']).toBeUndefined()
    })

    it('has no container from 23 h to 6 h in Brasília when the settings say so', () => {
      const actions = listOfType(stages().large, 'aws:appautoscaling/scheduledAction:ScheduledAction')
      expect(
        actions.map(({ inputs }) => [inputs['schedule'], inputs['timezone'], inputs['scalableTargetAction']]),
      ).toEqual([
        ['cron(0 23 * * ? *)', 'America/Sao_Paulo', { minCapacity: 0, maxCapacity: 0 }],
        ['cron(0 6 * * ? *)', 'America/Sao_Paulo', { minCapacity: 2, maxCapacity: 2 }],
      ])
    })

    it('may leave articles without a vector while it sleeps, before an alarm starts', () => {
      const { large, production } = stages()
      const thresholdOf = (graph: Graph, name: RegExp) =>
        getOne(graph, 'aws:cloudwatch/metricAlarm:MetricAlarm', name).inputs['threshold']
      expect(thresholdOf(large, /^EmbedLagAlarm$/)).toBe(7 * 3600 + 30 * 60)
      expect(thresholdOf(large, /^EnrichLagAlarm$/)).toBe(15 * 60)
      expect(thresholdOf(production, /^EmbedLagAlarm$/)).toBe(15 * 60)
    })

    it('is one more address for the functions; previews use that of staging', () => {
      const { large, preview } = stages()
      const linkOf = (graph: Graph) => getBuild(graph, getFunction(graph, 'embed')).links['EmbeddingService']
      const own = {
        kind: 'http',
        protocol: 'tei',
        model: MODEL_NAME,
        queryPrefix: 'query: ',
        passagePrefix: 'passage: ',
        sleep: { from: 23, to: 6 },
      }
      expect(linkOf(large)).toMatchObject({ ...own, url: `http://embedding.sst:${PORT}` })
      expect(linkOf(preview)).toMatchObject({ ...own, url: 'http://embedding.sst:8080' })
      expect(listOfType(preview, TASK).map(({ name }) => name)).not.toContain('EmbeddingTask')
    })
  })
}
