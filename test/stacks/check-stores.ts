import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OBJECTS_KEPT_DAYS } from '@pauta/functions/jobs/purge/kept-objects'
import { describe, expect, it } from 'vitest'
import {
  getBuild,
  getFunction,
  getOne,
  type Graph,
  jsonOf,
  listOfType,
  revealed,
  type Stages,
} from './graph.ts'
import { TYPESENSE_IMAGES } from '../../stacks/typesense-images.ts'
import { ROOT } from './platform.ts'
import { CERTIFICATE } from './stage-settings.ts'

const DATABASE = 'aws:rds/instance:Instance'
const INSTANCE = 'aws:ec2/instance:Instance'
const VOLUME = 'aws:ebs/volume:Volume'

const inputsOf = (graph: Graph, type: string, name = /./) => getOne(graph, type, name).inputs
const linkOf = (graph: Graph, link: string) => getBuild(graph, getFunction(graph, 'graphql')).links[link]
const serverOf = (graph: Graph) => getOne(graph, INSTANCE, /^SearchServer$/)
const text = (pattern: RegExp) => expect.stringMatching(pattern) as string

export function checkStores(stages: () => Stages): void {
  checkDatabase(stages)
  checkSearch(stages)
  checkStorage(stages)
}

function checkDatabase(stages: () => Stages): void {
  describe('the database', () => {
    it('accepts only TLS, and as many connections as were counted', () => {
      expect(inputsOf(stages().production, 'aws:rds/parameterGroup:ParameterGroup')).toMatchObject({
        family: 'postgres18',
        parameters: [
          { name: 'rds.force_ssl', value: '1' },
          { name: 'max_connections', value: '450' },
        ],
      })
    })

    it('is verified only by the authorities of its region', () => {
      const { production, chosen } = stages()
      const subjectsOf = (graph: Graph) => {
        const { ca } = linkOf(graph, 'Database') as { ca: string }
        const certificates = ca.match(/-----BEGIN[^]*?-----END CERTIFICATE-----/g) ?? []
        return certificates.map((pem) => {
          const { subject, validTo } = new X509Certificate(pem)
          expect(new Date(validTo).getUTCFullYear()).toBeGreaterThan(2030)
          return /CN=(.*)/.exec(subject)?.[1] ?? ''
        })
      }
      const ofRegion = (region: string) =>
        ['ECC384', 'RSA2048', 'RSA4096'].map((kind) => `Amazon RDS ${region} Root CA ${kind} G1`)
      expect(subjectsOf(production).toSorted()).toEqual(ofRegion('us-east-2'))
      expect(subjectsOf(chosen).toSorted()).toEqual(ofRegion('sa-east-1'))
    })

    it('replaces the live one after a restore under its own name, without comparing values that AWS does not return', () => {
      const { readId, inputs, options } = getOne(stages().chosen, DATABASE, /./)
      expect([readId, inputs['identifier']]).toEqual(Array(2).fill('pauta-production-restored'))
      expect(options?.ignoreChanges).toEqual(expect.arrayContaining(['password', 'finalSnapshotIdentifier']))
    })

    it('is as large as its settings say, has a second server with multi-az, and is deleted with staging', () => {
      const { production, staging, chosen } = stages()
      expect(inputsOf(production, DATABASE)).toMatchObject({ instanceClass: 'db.t4g.medium', multiAz: false })
      expect(inputsOf(chosen, DATABASE)).toMatchObject({ multiAz: true })
      expect(staging.app).toMatchObject({ removal: 'remove', protect: false })
    })
  })
}

function checkSearch(stages: () => Stages): void {
  describe('search', () => {
    it('runs on one instance with its data on a separate volume, which goes with staging', () => {
      const { production, staging } = stages()
      expect(serverOf(production).inputs).toMatchObject({ instanceType: 't4g.large' })
      expect(inputsOf(production, VOLUME)).toMatchObject({ type: 'gp3', encrypted: true })
      expect(getOne(staging, VOLUME, /^SearchVolume$/).options).toMatchObject({
        protect: false,
        retainOnDelete: false,
      })
      expect(inputsOf(production, 'aws:ec2/volumeAttachment:VolumeAttachment')).toMatchObject({
        instanceId: 'SearchServer-id',
        volumeId: 'SearchVolume-id',
      })
    })

    it('runs the version and the image that settings name, and keeps the image of its first day otherwise', () => {
      const { production, staging } = stages()
      expect(serverOf(production)).toMatchObject({
        inputs: { ami: 'ami-1' },
        options: { ignoreChanges: ['ami'] },
      })
      expect(serverOf(staging)).toMatchObject({
        inputs: { instanceType: 'r7g.large', ami: 'ami-0123456789abcdef0' },
        options: { ignoreChanges: [] },
      })
      expect(revealed(serverOf(staging).inputs['userData'])).toContain(TYPESENSE_IMAGES['30.2'])
      for (const image of Object.values(TYPESENSE_IMAGES)) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/)
    })

    it('starts Typesense 27.1, again after a crash, with keys that its script does not contain', () => {
      const { production } = stages()
      const script = String(revealed(serverOf(production).inputs['userData']))
      for (const part of [
        'typesense/typesense:27.1',
        'docker run --detach --name typesense --restart always ',
        'key=$(read_key /pauta/production/search-key)',
        'read_key /pauta/production/search-tls-key > /etc/typesense-tls/key.pem',
        CERTIFICATE,
        '--ssl-certificate /tls/certificate.pem --ssl-certificate-key /tls/key.pem',
      ])
        expect(script).toContain(part)
      for (const [name, secret] of [
        ['SearchKey', 'key-of-the-index'],
        ['SearchTlsKey', 'key-of-the-certificate'],
      ] as const) {
        expect(script).not.toContain(secret)
        expect(inputsOf(production, 'aws:ssm/parameter:Parameter', new RegExp(`^${name}$`))).toMatchObject({
          type: 'SecureString',
          value: { secret: text(new RegExp(secret)) },
        })
      }
    })

    it('may read its two keys and answer sessions, and nothing else', () => {
      const role = inputsOf(stages().production, 'aws:iam/role:Role', /^SearchServerRole$/)
      expect(role['managedPolicyArns']).toBeUndefined()
      const [policy] = role['inlinePolicies'] as [{ policy: string }]
      const { Statement } = JSON.parse(policy.policy) as { Statement: Record<string, unknown>[] }
      expect(Statement).toEqual([
        {
          Effect: 'Allow',
          Action: 'ssm:GetParameter',
          Resource: [text(/:SearchKey$/), text(/:SearchTlsKey$/)],
        },
        // Actions of Session Manager, which cannot be limited to one resource.
        { Effect: 'Allow', Action: expect.any(Array) as string[], Resource: '*' },
      ])
      expect(Statement[1]?.['Action']).toEqual([
        'ssm:UpdateInstanceInformation',
        ...['CreateControl', 'CreateData', 'OpenControl', 'OpenData'].map(
          (name) => `ssmmessages:${name}Channel`,
        ),
      ])
    })

    it('is reachable only for the functions and the bastion of its network, by a private name and a certificate', () => {
      const { production } = stages()
      const group = inputsOf(production, 'aws:ec2/securityGroup:SecurityGroup', /^Search/)
      const securityGroups = ['VpcSecurityGroup-id', 'VpcNatInstanceSecurityGroup-id']
      expect(group['ingress']).toEqual([{ protocol: 'tcp', fromPort: 8108, toPort: 8108, securityGroups }])
      expect(linkOf(production, 'SearchIndex')).toMatchObject({
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
      const type = 'aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration'
      const rules = inputsOf(stages().production, type, /^Storage/)['rules'] as {
        filter: { prefix: string }
        expiration?: { days: number }
        noncurrentVersionExpiration?: { noncurrentDays: number }
      }[]
      expect(
        rules.map(({ filter, expiration, noncurrentVersionExpiration }) => [
          filter.prefix,
          expiration?.days,
          noncurrentVersionExpiration?.noncurrentDays,
        ]),
      ).toEqual([
        ['', undefined, 30],
        ['bronze/', 730, undefined],
        ['ingest/', 30, undefined],
        ['pages/', 90, undefined],
        ['raw-pages/', 730, undefined],
      ])
      expect(rules.map(({ filter, expiration }) => [filter.prefix.slice(0, -1), expiration?.days])).toEqual(
        expect.arrayContaining(Object.entries(OBJECTS_KEPT_DAYS)),
      )
      const guide = readFileSync(join(ROOT, 'docs/sending-news.md'), 'utf8')
      expect(guide).toContain('keys under `ingest/`: objects with this prefix are removed after 30 days')
    })

    it('is private and versioned', () => {
      const { production } = stages()
      const ofBucket = (kind: string) =>
        inputsOf(production, `aws:s3/${kind}:${kind[0]?.toUpperCase()}${kind.slice(1)}`, /^Storage/)
      expect(ofBucket('bucketVersioning')).toMatchObject({ versioningConfiguration: { status: 'Enabled' } })
      expect(ofBucket('bucketPublicAccessBlock')).toMatchObject({
        blockPublicAcls: true,
        blockPublicPolicy: true,
        ignorePublicAcls: true,
        restrictPublicBuckets: true,
      })
      expect(listOfType(production, 'aws:s3/bucketCorsConfiguration:BucketCorsConfiguration')).toEqual([])
      const policy = getOne(production, 'aws:s3/bucketPolicy:BucketPolicy', /^Storage/)
      expect(jsonOf(policy, 'policy')).toMatchObject({
        Statement: [{ effect: 'Deny', conditions: [{ variable: 'aws:SecureTransport', values: ['false'] }] }],
      })
    })
  })
}
