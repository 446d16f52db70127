import { describe, expect, it } from 'vitest'
import { getBuild, getFunction, getOne, jsonOf, type Stages } from './graph.ts'
import { CERTIFICATE } from './stage-settings.ts'

/** Resources that a preview uses from staging. */
const BORROWED = new Set([
  'aws:ebs/volume:Volume',
  'aws:ec2/instance:Instance',
  'aws:ec2/vpc:Vpc',
  'aws:rds/instance:Instance',
])

export function checkPreview(stages: () => Stages): void {
  const listOwnTypes = () =>
    stages()
      .preview.resources.filter(({ readId }) => !readId)
      .map(({ type }) => type)

  describe('a preview', () => {
    it('uses the network, the database server and the index of staging', () => {
      const { preview, staging } = stages()
      expect(listOwnTypes().filter((type) => BORROWED.has(type))).toEqual([])
      expect(getOne(preview, 'aws:rds/instance:Instance', /./).readId).toBe('staging-database')
      expect(getFunction(preview, 'graphql').inputs['vpcConfig']).toEqual({
        securityGroupIds: ['VpcSecurityGroup-id'],
        subnetIds: ['VpcPrivateSubnet1-id', 'VpcPrivateSubnet2-id'],
      })
      const note = getOne(staging, 'aws:ssm/parameter:Parameter', /^SharedWithPreviews$/)
      expect(note.inputs['name']).toBe('/pauta/staging/shared')
      expect(jsonOf(note, 'value')).toEqual({
        privateSubnets: ['VpcPrivateSubnet1-id', 'VpcPrivateSubnet2-id'],
        securityGroups: ['VpcSecurityGroup-id'],
        outboundSecurityGroups: ['OutboundSecurityGroup-id'],
        databaseId: expect.any(String) as string,
        searchUrl: 'https://search.sst:8108',
        searchNodes: '',
        searchCa: CERTIFICATE,
      })
    })

    it('has its own database and collection, which go when its stage is removed', () => {
      const { preview, staging } = stages()
      const linksOf = (name: string) => getBuild(preview, getFunction(preview, name)).links
      for (const name of ['graphql', 'drop-preview'])
        expect(linksOf(name)).toMatchObject({
          Database: { database: 'pauta_pr_7', password: 'from-staging' },
          SearchIndex: {
            url: 'https://search.sst:8108',
            collection: 'pr-7_news',
            ca: 'certificate-of-staging',
          },
        })
      expect(linksOf('graphql')).toMatchObject({ Settings: { stage: 'pr-7' } })
      const stores = getOne(preview, 'aws:lambda/invocation:Invocation', /^PreviewStores$/)
      expect(stores.inputs).toMatchObject({ lifecycleScope: 'CRUD' })
      expect(staging.resources.some(({ name }) => name === 'PreviewStores')).toBe(false)
    })
  })
}
