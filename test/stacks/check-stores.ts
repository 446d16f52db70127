import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rawEventFolder } from '@pauta/core/steps/envelope'
import { describe, expect, it } from 'vitest'
import {
  getBuild,
  getFunction,
  getOne,
  type Graph,
  jsonOf,
  listFunctions,
  listOfType,
  revealed,
  type Stages,
} from './graph.ts'
import { TYPESENSE_IMAGES } from '../../stacks/typesense-images.ts'
import { ROOT } from './platform.ts'
import { CERTIFICATE } from './stage-settings.ts'

export function checkStores(stages: () => Stages): void {
  checkDatabase(stages)
  checkSearch(stages)
  checkStorage(stages)
}

function checkDatabase(stages: () => Stages): void {
  describe('the database', () => {
    it('accepts only TLS, and as many connections as were counted', () => {
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
        expect(JSON.stringify(fn.inputs)).not.toContain('NODE_EXTRA_CA_CERTS')
      }
    })

    it('is verified only by the authorities of its region', () => {
      const { production, chosen } = stages()
      const subjectsOf = (graph: Graph) => {
        const { ca } = getBuild(graph, getFunction(graph, 'graphql')).links['Database'] as { ca: string }
        const certificates = ca.match(/-----BEGIN[^]*?-----END CERTIFICATE-----/g) ?? []
        return certificates
          .map((pem) => new X509Certificate(pem))
          .map((one) => {
            expect(new Date(one.validTo).getUTCFullYear()).toBeGreaterThan(2030)
            return /CN=(.*)/.exec(one.subject)?.[1] ?? ''
          })
      }
      const ofRegion = (region: string) =>
        ['RSA2048', 'RSA4096', 'ECC384'].map((kind) => `Amazon RDS ${region} Root CA ${kind} G1`).sort()
      expect(subjectsOf(production).sort()).toEqual(ofRegion('us-east-2'))
      expect(subjectsOf(chosen).sort()).toEqual(ofRegion('sa-east-1'))
    })

    it('replaces the live one after a restore under its own name, without comparing values that AWS does not return', () => {
      const server = getOne(stages().chosen, 'aws:rds/instance:Instance', /./)
      expect(server).toMatchObject({
        readId: 'pauta-production-restored',
        inputs: { identifier: 'pauta-production-restored' },
      })
      expect(server.options?.ignoreChanges).toEqual(
        expect.arrayContaining(['password', 'finalSnapshotIdentifier']),
      )
    })

    it('is as large as its settings say, and is deleted with staging, not with production', () => {
      const { production, staging } = stages()
      expect(getOne(production, 'aws:rds/instance:Instance', /./).inputs['instanceClass']).toBe(
        'db.t4g.medium',
      )
      expect(staging.app).toMatchObject({ removal: 'remove', protect: false })
    })
  })
}

function checkSearch(stages: () => Stages): void {
  describe('search', () => {
    it('runs on one instance with its data on a separate volume', () => {
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

    it('runs the version and the image that settings name, and keeps the image of its first day otherwise', () => {
      const { production, staging } = stages()
      const serverOf = (graph: Graph) => getOne(graph, 'aws:ec2/instance:Instance', /^SearchServer$/)
      expect(serverOf(production).inputs['ami']).toBe('ami-1')
      expect(serverOf(production).options?.ignoreChanges).toEqual(['ami'])
      expect(serverOf(staging).inputs).toMatchObject({
        instanceType: 'r7g.large',
        ami: 'ami-0123456789abcdef0',
      })
      expect(serverOf(staging).options?.ignoreChanges).toEqual([])
      expect(revealed(serverOf(staging).inputs['userData'])).toContain(TYPESENSE_IMAGES['30.2'])
      for (const image of Object.values(TYPESENSE_IMAGES)) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/)
    })

    it('has a protected volume in production, and an alarm for its instance', () => {
      const { production, staging } = stages()
      const volumeOf = (graph: Graph) => getOne(graph, 'aws:ebs/volume:Volume', /^SearchVolume$/).options
      expect(volumeOf(production)).toMatchObject({ protect: true, retainOnDelete: true })
      expect(volumeOf(staging)).toMatchObject({ protect: false, retainOnDelete: false })
      const alarms = listOfType(production, 'aws:cloudwatch/metricAlarm:MetricAlarm')
        .filter(({ name }) => name.startsWith('SearchServer'))
        .map(({ inputs }) => inputs['dimensions'])
      expect(alarms).toEqual([{ InstanceId: 'SearchServer-id' }])
    })

    it('starts Typesense 27.1 with keys that its script does not contain', () => {
      const { production } = stages()
      const script = String(
        revealed(getOne(production, 'aws:ec2/instance:Instance', /^Search/).inputs['userData']),
      )
      expect(script).toContain('typesense/typesense:27.1')
      expect(script).toContain('key=$(read_key /pauta/production/search-key)')
      expect(script).toContain('read_key /pauta/production/search-tls-key > /etc/typesense-tls/key.pem')
      expect(script).toContain(CERTIFICATE)
      expect(script).toContain('--ssl-certificate /tls/certificate.pem --ssl-certificate-key /tls/key.pem')
      for (const [name, secret] of [
        ['SearchKey', 'key-of-the-index'],
        ['SearchTlsKey', 'key-of-the-certificate'],
      ] as const) {
        expect(script).not.toContain(secret)
        const { inputs } = getOne(production, 'aws:ssm/parameter:Parameter', new RegExp(`^${name}$`))
        expect(inputs).toMatchObject({
          type: 'SecureString',
          value: { secret: expect.stringContaining(secret) as string },
        })
      }
      const role = getOne(production, 'aws:iam/role:Role', /^SearchServerRole$/)
      expect(role.inputs['managedPolicyArns']).toBeUndefined()
      const [policy] = role.inputs['inlinePolicies'] as [{ policy: string }]
      expect(JSON.parse(policy.policy)).toMatchObject({
        Statement: [
          {
            Effect: 'Allow',
            Action: 'ssm:GetParameter',
            Resource: [
              expect.stringMatching(/:SearchKey$/) as string,
              expect.stringMatching(/:SearchTlsKey$/) as string,
            ],
          },
          // Actions of Session Manager, which cannot be limited to one resource.
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

    it('is reachable only for the functions and the bastion of its network, by a private name and a certificate', () => {
      const { production } = stages()
      const { inputs } = getOne(production, 'aws:ec2/securityGroup:SecurityGroup', /^Search/)
      expect(inputs['ingress']).toEqual([
        {
          protocol: 'tcp',
          fromPort: 8108,
          toPort: 8108,
          securityGroups: ['VpcSecurityGroup-id', 'VpcNatInstanceSecurityGroup-id'],
        },
      ])
      const { SearchIndex: link } = getBuild(production, getFunction(production, 'graphql')).links
      expect(link).toMatchObject({
        url: 'https://search.sst:8108',
        ca: CERTIFICATE,
        key: 'key-of-the-index',
        collection: 'news',
      })
    })
  })
}

function checkStorage(stages: () => Stages): void {
  describe('storage', () => {
    it('removes old versions, raw events after two years and large articles after a month, kept pages after three', () => {
      const { production } = stages()
      const type = 'aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration'
      const rules = getOne(production, type, /^Storage/).inputs['rules'] as Record<string, unknown>[]
      expect(
        rules.map(({ filter, expiration, noncurrentVersionExpiration }) => [
          (filter as { prefix: string }).prefix,
          (expiration as { days: number } | undefined)?.days,
          (noncurrentVersionExpiration as { noncurrentDays: number } | undefined)?.noncurrentDays,
        ]),
      ).toEqual([
        ['', undefined, 30],
        ['bronze/', 730, undefined],
        ['ingest/', 30, undefined],
        ['pages/', 90, undefined],
        ['raw-pages/', 730, undefined],
      ])
      expect(rawEventFolder('news.scraped', '2026-06-01')).toMatch(/^bronze\//)
      const guide = readFileSync(join(ROOT, 'docs/sending-news.md'), 'utf8')
      expect(guide).toContain('keys under `ingest/`: objects with this prefix are removed after 30 days')
    })

    it('is private, versioned, and retained in production', () => {
      const { production } = stages()
      expect(getOne(production, 'aws:s3/bucket:Bucket', /^Storage/).inputs).toMatchObject({
        forceDestroy: false,
      })
      expect(getOne(production, 'aws:s3/bucketVersioning:BucketVersioning', /^Storage/).inputs).toMatchObject(
        {
          versioningConfiguration: { status: 'Enabled' },
        },
      )
      expect(
        getOne(production, 'aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock', /^Storage/).inputs,
      ).toMatchObject({
        blockPublicAcls: true,
        blockPublicPolicy: true,
        ignorePublicAcls: true,
        restrictPublicBuckets: true,
      })
      expect(listOfType(production, 'aws:s3/bucketCorsConfiguration:BucketCorsConfiguration')).toEqual([])
      expect(
        jsonOf(getOne(production, 'aws:s3/bucketPolicy:BucketPolicy', /^Storage/), 'policy'),
      ).toMatchObject({
        Statement: [{ effect: 'Deny', conditions: [{ variable: 'aws:SecureTransport', values: ['false'] }] }],
      })
    })
  })
}
