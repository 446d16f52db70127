import { allow, APP, type Deployer, type PolicyStatement } from './deployer-statements.ts'

const NETWORK_ACTIONS = `
  AllocateAddress AssociateAddress AssociateIamInstanceProfile AssociateRouteTable
  AttachInternetGateway AttachNetworkInterface AttachVolume AuthorizeSecurityGroupEgress AuthorizeSecurityGroupIngress
  CreateInternetGateway CreateNetworkInterface CreateRoute CreateRouteTable CreateSecurityGroup CreateSubnet
  CreateTags CreateVolume CreateVpc CreateVpcEndpoint DeleteInternetGateway DeleteKeyPair
  DeleteNetworkInterface DeleteRoute DeleteRouteTable DeleteSecurityGroup DeleteSubnet DeleteTags
  DeleteVolume DeleteVpc DeleteVpcEndpoints DetachInternetGateway DetachNetworkInterface DetachVolume DisassociateAddress
  DisassociateRouteTable ImportKeyPair ModifyInstanceAttribute ModifyInstanceCreditSpecification
  ModifyInstanceMetadataOptions ModifyNetworkInterfaceAttribute ModifySecurityGroupRules ModifySubnetAttribute ModifyVolume
  ModifyVpcAttribute ModifyVpcEndpoint ReleaseAddress ReplaceIamInstanceProfileAssociation
  ReplaceRoute ReplaceRouteTableAssociation RevokeSecurityGroupEgress RevokeSecurityGroupIngress
  RunInstances StartInstances StopInstances TerminateInstances
  UpdateSecurityGroupRuleDescriptionsEgress UpdateSecurityGroupRuleDescriptionsIngress
`
  .trim()
  .split(/\s+/)
  .map((action) => `ec2:${action}`)

/** AWS names most of a network by IDs of its own; the region is what can be held fixed. */
export function allowNetwork({ region }: Deployer): PolicyStatement[] {
  const inRegion = { StringEquals: { 'aws:RequestedRegion': region } }
  return [
    allow('ReadNetwork', ['ec2:Describe*', 'ec2:GetInstanceMetadataDefaults'], ['*']),
    allow('Network', NETWORK_ACTIONS, ['*'], inRegion),
    allow(
      'NewestImage',
      ['ssm:GetParameter', 'ssm:GetParameters'],
      [`arn:aws:ssm:${region}::parameter/aws/service/*`],
    ),
  ]
}

/** The private name of the index, which is a hosted zone of Route 53, and the records of a domain before the API. */
export function allowNames({ account, region }: Deployer): PolicyStatement[] {
  return [
    allow('PrivateNames', ['servicediscovery:*'], [`arn:aws:servicediscovery:${region}:${account}:*`]),
    allow(
      'HostedZones',
      [
        'route53:AssociateVPCWithHostedZone',
        'route53:ChangeResourceRecordSets',
        'route53:ChangeTagsForResource',
        'route53:CreateHostedZone',
        'route53:DeleteHostedZone',
        'route53:GetChange',
        'route53:GetHostedZone',
        'route53:ListHostedZones',
        'route53:ListHostedZonesByName',
        'route53:ListResourceRecordSets',
        'route53:ListTagsForResource',
      ],
      ['*'],
    ),
  ]
}

export function allowServers({ account, region, stage }: Deployer): PolicyStatement[] {
  const named = `${APP}-${stage}-*`
  const rds = ['db', 'pg', 'subgrp', 'snapshot']
  return [
    allow(
      'Databases',
      ['rds:*'],
      rds.map((kind) => `arn:aws:rds:${region}:${account}:${kind}:${named}`),
    ),
    allow('DatabaseVersions', ['rds:DescribeDBEngineVersions'], ['*']),
  ]
}

/** What a preview reads of staging, and the list of functions by which the nightly workflow finds forgotten previews. */
export function allowLoans({ account, region }: Deployer): PolicyStatement[] {
  return [
    allow('ListPreviews', ['lambda:ListFunctions'], ['*']),
    allow('ReadNetwork', ['ec2:Describe*'], ['*']),
    allow(
      'ReadDatabase',
      ['rds:DescribeDBInstances', 'rds:ListTagsForResource'],
      [`arn:aws:rds:${region}:${account}:*`],
    ),
    allow(
      'ReadPassword',
      ['secretsmanager:DescribeSecret', 'secretsmanager:GetSecretValue'],
      [`arn:aws:secretsmanager:${region}:${account}:secret:${APP}-staging-*`],
    ),
    allow(
      'ReadShared',
      ['ssm:GetParameter', 'ssm:GetParameters'],
      [`arn:aws:ssm:${region}:${account}:parameter/${APP}/staging/shared`],
    ),
  ]
}
