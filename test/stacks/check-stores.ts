import { describe, expect, it } from 'vitest'
import { STAGE_SETTINGS } from '../../stacks/settings.ts'
import {
  type Graph,
  getBuild,
  getFunction,
  getOne,
  jsonOf,
  listFunctions,
  listOfType,
  numberOf,
  type Resource,
  revealed,
  type Stages,
} from './graph.ts'

/** Slots that PostgreSQL and RDS keep for themselves, and a few for people. */
const KEPT_CONNECTIONS = 10
const PREVIEWS_AT_ONCE = 3
/** Frozen environments of the release before keep their connections for a while. */
const RELEASES_AT_ONCE = 2
/** `connectDatabase` in functions/graphql asks for two, every other function for one. */
const GRAPHQL_CONNECTIONS = 2

/** Connections that the functions of a stage could hold at the same time. Throws for a function that nothing bounds. */
function countConnections(graph: Graph): number {
  const graphql = getFunction(graph, 'graphql')
  return listFunctions(graph)
    .filter((fn) => 'Database' in getBuild(graph, fn).links)
    .map((fn) => (fn === graphql ? GRAPHQL_CONNECTIONS : 1) * boundOf(graph, fn))
    .reduce((sum, count) => sum + count, 0)
}

function boundOf(graph: Graph, fn: Resource): number {
  if (fn.inputs['reservedConcurrentExecutions'] !== undefined)
    return numberOf(fn, 'reservedConcurrentExecutions')
  const source = listOfType(graph, 'aws:lambda/eventSourceMapping:EventSourceMapping').find(({ inputs }) =>
    String(revealed(inputs['functionName'])).endsWith(`:${fn.name}`),
  )
  const scaling = source?.inputs['scalingConfig'] as { maximumConcurrency: number } | undefined
  if (!scaling) throw new Error(`${fn.name} may open any number of connections; bound its concurrency`)
  return scaling.maximumConcurrency
}

export function checkStores(stages: () => Stages): void {
  checkDatabase(stages)
  checkSearch(stages)
  checkStorage(stages)
}

function checkDatabase(stages: () => Stages): void {
  describe('the database', () => {
    it('has room for every connection', () => {
      const { production, staging, preview } = stages()
      const room = (stage: 'production' | 'staging') =>
        (STAGE_SETTINGS[stage].database.maxConnections - KEPT_CONNECTIONS) / RELEASES_AT_ONCE
      expect(countConnections(production)).toBeLessThanOrEqual(room('production'))
      const onStaging = countConnections(staging) + PREVIEWS_AT_ONCE * countConnections(preview)
      expect(onStaging).toBeLessThanOrEqual(room('staging'))
    })

    it('accepts TLS only and as many connections as were counted', () => {
      expect(getOne(stages().production, 'aws:rds/parameterGroup:ParameterGroup', /./).inputs).toMatchObject({
        family: 'postgres18',
        parameters: [
          { name: 'rds.force_ssl', value: '1' },
          { name: 'max_connections', value: '450' },
        ],
      })
    })

    it('is verified by every function that connects to it', () => {
      const { production } = stages()
      const connecting = listFunctions(production).filter(
        (fn) => 'Database' in getBuild(production, fn).links,
      )
      expect(connecting.length).toBeGreaterThan(0)
      for (const fn of connecting) {
        expect(getBuild(production, fn).links['Database']).toMatchObject({
          tls: 'verify-full',
          database: 'pauta',
        })
        expect(fn.inputs['environment']).toMatchObject({
          variables: { NODE_EXTRA_CA_CERTS: '/var/runtime/ca-cert.pem' },
        })
      }
    })

    it('survives the removal of production', () => {
      const { production, staging } = stages()
      expect(production.app).toMatchObject({ removal: 'retain', protect: true })
      expect(staging.app).toMatchObject({ removal: 'remove', protect: false })
      expect(getOne(production, 'aws:rds/instance:Instance', /./).inputs).toMatchObject({
        instanceClass: 'db.t4g.medium',
        deletionProtection: true,
        skipFinalSnapshot: false,
        backupRetentionPeriod: 14,
        storageEncrypted: true,
      })
    })
  })
}

function checkSearch(stages: () => Stages): void {
  describe('search', () => {
    it('runs on one instance with its data on a volume of its own', () => {
      const { production } = stages()
      const server = getOne(production, 'aws:ec2/instance:Instance', /^SearchServer$/)
      expect(server.inputs).toMatchObject({
        instanceType: 't4g.large',
        metadataOptions: { httpTokens: 'required' },
      })
      const volume = getOne(production, 'aws:ebs/volume:Volume', /./)
      expect(volume.inputs).toMatchObject({ type: 'gp3', encrypted: true, availabilityZone: 'us-east-2a' })
      const attachment = getOne(production, 'aws:ec2/volumeAttachment:VolumeAttachment', /./)
      expect(attachment.inputs).toMatchObject({ instanceId: 'SearchServer-id', volumeId: 'SearchVolume-id' })
    })

    it('starts Typesense 27.1 with a key that its script does not contain', () => {
      const { production } = stages()
      const script = String(
        revealed(getOne(production, 'aws:ec2/instance:Instance', /^Search/).inputs['userData']),
      )
      expect(script).toContain('typesense/typesense:27.1')
      expect(script).toContain('--name /pauta/production/search-key --with-decryption')
      expect(script).not.toContain('key-of-the-index')
      const key = getOne(production, 'aws:ssm/parameter:Parameter', /^SearchKey$/)
      expect(key.inputs).toMatchObject({ type: 'SecureString', value: { secret: 'key-of-the-index' } })
      const role = getOne(production, 'aws:iam/role:Role', /^SearchServerRole$/)
      expect(role.inputs['managedPolicyArns']).toBeUndefined()
      const [policy] = role.inputs['inlinePolicies'] as [{ policy: string }]
      expect(JSON.parse(policy.policy)).toMatchObject({
        Statement: [
          {
            Effect: 'Allow',
            Action: 'ssm:GetParameter',
            Resource: expect.stringMatching(/:SearchKey$/) as string,
          },
          // What Session Manager needs, of which nothing can be held to one resource.
          {
            Effect: 'Allow',
            Action: [
              'ssm:UpdateInstanceInformation',
              'ssmmessages:CreateControlChannel',
              'ssmmessages:CreateDataChannel',
              'ssmmessages:OpenControlChannel',
              'ssmmessages:OpenDataChannel',
            ],
            Resource: '*',
          },
        ],
      })
    })

    it('is open to the functions of its network alone, by a private name', () => {
      const { production } = stages()
      const { inputs } = getOne(production, 'aws:ec2/securityGroup:SecurityGroup', /^Search/)
      expect(inputs['ingress']).toEqual([
        { protocol: 'tcp', fromPort: 8108, toPort: 8108, securityGroups: ['VpcSecurityGroup-id'] },
      ])
      const { SearchIndex: link } = getBuild(production, getFunction(production, 'graphql')).links
      expect(link).toMatchObject({
        url: 'http://search.sst:8108',
        key: 'key-of-the-index',
        collection: 'news',
      })
    })
  })
}

function checkStorage(stages: () => Stages): void {
  describe('storage', () => {
    it('is private, versioned, and kept in production', () => {
      const { production } = stages()
      expect(getOne(production, 'aws:s3/bucket:Bucket', /./).inputs).toMatchObject({ forceDestroy: false })
      expect(getOne(production, 'aws:s3/bucketVersioning:BucketVersioning', /./).inputs).toMatchObject({
        versioningConfiguration: { status: 'Enabled' },
      })
      expect(
        getOne(production, 'aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock', /./).inputs,
      ).toMatchObject({
        blockPublicAcls: true,
        blockPublicPolicy: true,
        ignorePublicAcls: true,
        restrictPublicBuckets: true,
      })
      expect(listOfType(production, 'aws:s3/bucketCorsConfiguration:BucketCorsConfiguration')).toEqual([])
      expect(jsonOf(getOne(production, 'aws:s3/bucketPolicy:BucketPolicy', /./), 'policy')).toMatchObject({
        Statement: [{ effect: 'Deny', conditions: [{ variable: 'aws:SecureTransport', values: ['false'] }] }],
      })
    })
  })
}
