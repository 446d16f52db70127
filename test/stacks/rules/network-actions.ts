import { type Actions, anyId, named } from './resource-actions.ts'

const ROUTE53 =
  'route53:CreateHostedZone route53:GetHostedZone route53:ListHostedZonesByName ec2:DescribeVpcs ec2:DescribeRegions'

const SECURITY_GROUP =
  'ec2:AuthorizeSecurityGroupIngress ec2:AuthorizeSecurityGroupEgress ec2:RevokeSecurityGroupIngress ec2:RevokeSecurityGroupEgress'

/** Networks, servers and names. */
export const NETWORK_ACTIONS: Record<string, Actions> = {
  'aws:ebs/volume:Volume': {
    create: 'ec2:CreateVolume ec2:CreateTags',
    read: 'ec2:DescribeVolumes',
    update: 'ec2:ModifyVolume ec2:DescribeVolumesModifications ec2:DeleteTags',
    delete: 'ec2:DeleteVolume',
    on: anyId('ec2', 'volume/a'),
  },
  'aws:ec2/defaultSecurityGroup:DefaultSecurityGroup': {
    create: `ec2:DescribeSecurityGroups ec2:CreateTags ${SECURITY_GROUP}`,
    read: 'ec2:DescribeSecurityGroups',
    update: SECURITY_GROUP,
    delete: '',
    on: anyId('ec2', 'security-group/a'),
  },
  'aws:ec2/eip:Eip': {
    create: 'ec2:AllocateAddress ec2:CreateTags',
    read: 'ec2:DescribeAddresses ec2:DescribeAddressesAttribute',
    update: 'ec2:AssociateAddress ec2:DisassociateAddress ec2:DeleteTags',
    delete: 'ec2:ReleaseAddress ec2:DisassociateAddress',
    on: anyId('ec2', 'elastic-ip/a'),
  },
  'aws:ec2/eipAssociation:EipAssociation': {
    create: 'ec2:AssociateAddress',
    read: 'ec2:DescribeAddresses',
    update: '',
    delete: 'ec2:DisassociateAddress',
    on: anyId('ec2', 'elastic-ip/a'),
  },
  'aws:ec2/instance:Instance': {
    create: 'ec2:RunInstances ec2:CreateTags ec2:DescribeImages ec2:DescribeInstanceTypes',
    read: 'ec2:DescribeInstances ec2:DescribeInstanceAttribute ec2:DescribeVolumes ec2:DescribeTags ec2:DescribeInstanceCreditSpecifications ec2:DescribeIamInstanceProfileAssociations',
    update:
      'ec2:ModifyInstanceAttribute ec2:ModifyInstanceMetadataOptions ec2:ModifyInstanceCreditSpecification ec2:ReplaceIamInstanceProfileAssociation ec2:AssociateIamInstanceProfile ec2:StartInstances ec2:StopInstances ec2:DeleteTags ec2:ModifyVolume',
    delete: 'ec2:TerminateInstances ec2:DescribeInstances',
    on: anyId('ec2', 'instance/a'),
  },
  'aws:ec2/internetGateway:InternetGateway': {
    create: 'ec2:CreateInternetGateway ec2:AttachInternetGateway ec2:CreateTags',
    read: 'ec2:DescribeInternetGateways',
    update: 'ec2:DetachInternetGateway ec2:DeleteTags',
    delete: 'ec2:DetachInternetGateway ec2:DeleteInternetGateway',
    on: anyId('ec2', 'internet-gateway/a'),
  },
  'aws:ec2/keyPair:KeyPair': {
    create: 'ec2:ImportKeyPair ec2:CreateTags',
    read: 'ec2:DescribeKeyPairs',
    update: 'ec2:DeleteTags',
    delete: 'ec2:DeleteKeyPair',
    on: anyId('ec2', 'key-pair/a'),
  },
  'aws:ec2/routeTable:RouteTable': {
    create: 'ec2:CreateRouteTable ec2:CreateRoute ec2:CreateTags',
    read: 'ec2:DescribeRouteTables',
    update: 'ec2:ReplaceRoute ec2:DeleteRoute ec2:DeleteTags',
    delete: 'ec2:DisassociateRouteTable ec2:DeleteRouteTable',
    on: anyId('ec2', 'route-table/a'),
  },
  'aws:ec2/routeTableAssociation:RouteTableAssociation': {
    create: 'ec2:AssociateRouteTable',
    read: 'ec2:DescribeRouteTables',
    update: 'ec2:ReplaceRouteTableAssociation',
    delete: 'ec2:DisassociateRouteTable',
    on: anyId('ec2', 'route-table/a'),
  },
  'aws:ec2/securityGroup:SecurityGroup': {
    create: `ec2:CreateSecurityGroup ec2:CreateTags ${SECURITY_GROUP}`,
    read: 'ec2:DescribeSecurityGroups ec2:DescribeSecurityGroupRules',
    update: `${SECURITY_GROUP} ec2:UpdateSecurityGroupRuleDescriptionsIngress ec2:UpdateSecurityGroupRuleDescriptionsEgress`,
    delete: 'ec2:DeleteSecurityGroup ec2:DescribeNetworkInterfaces',
    on: anyId('ec2', 'security-group/a'),
  },
  'aws:ec2/subnet:Subnet': {
    create: 'ec2:CreateSubnet ec2:ModifySubnetAttribute ec2:CreateTags',
    read: 'ec2:DescribeSubnets',
    update: 'ec2:ModifySubnetAttribute ec2:DeleteTags',
    delete: 'ec2:DeleteSubnet ec2:DescribeNetworkInterfaces',
    on: anyId('ec2', 'subnet/a'),
  },
  'aws:ec2/volumeAttachment:VolumeAttachment': {
    create: 'ec2:AttachVolume ec2:DescribeInstances',
    read: 'ec2:DescribeVolumes',
    update: '',
    delete: 'ec2:StopInstances ec2:DetachVolume',
    on: anyId('ec2', 'volume/a'),
  },
  'aws:ec2/vpc:Vpc': {
    create: 'ec2:CreateVpc ec2:ModifyVpcAttribute ec2:CreateTags',
    read: 'ec2:DescribeVpcs ec2:DescribeVpcAttribute ec2:DescribeNetworkAcls ec2:DescribeRouteTables ec2:DescribeSecurityGroups',
    update: 'ec2:ModifyVpcAttribute ec2:DeleteTags',
    delete: 'ec2:DeleteVpc',
    on: anyId('ec2', 'vpc/a'),
  },
  'aws:ec2/vpcEndpoint:VpcEndpoint': {
    create: 'ec2:CreateVpcEndpoint ec2:CreateTags',
    read: 'ec2:DescribeVpcEndpoints ec2:DescribePrefixLists',
    update: 'ec2:ModifyVpcEndpoint ec2:DeleteTags',
    delete: 'ec2:DeleteVpcEndpoints',
    on: anyId('ec2', 'vpc-endpoint/a'),
  },
  'aws:rds/instance:Instance': {
    create: 'rds:CreateDBInstance rds:AddTagsToResource',
    read: 'rds:DescribeDBInstances rds:ListTagsForResource',
    update: 'rds:ModifyDBInstance rds:RebootDBInstance rds:RemoveTagsFromResource',
    delete: 'rds:CreateDBSnapshot rds:DeleteDBInstance',
    on: named('rds', 'db:', 'identifier'),
  },
  'aws:rds/parameterGroup:ParameterGroup': {
    create: 'rds:CreateDBParameterGroup rds:ModifyDBParameterGroup rds:AddTagsToResource',
    read: 'rds:DescribeDBParameterGroups rds:DescribeDBParameters rds:ListTagsForResource',
    update: 'rds:ResetDBParameterGroup rds:RemoveTagsFromResource',
    delete: 'rds:DeleteDBParameterGroup',
    on: named('rds', 'pg:'),
  },
  'aws:rds/subnetGroup:SubnetGroup': {
    create: 'rds:CreateDBSubnetGroup rds:AddTagsToResource',
    read: 'rds:DescribeDBSubnetGroups rds:ListTagsForResource',
    update: 'rds:ModifyDBSubnetGroup rds:RemoveTagsFromResource',
    delete: 'rds:DeleteDBSubnetGroup',
    on: named('rds', 'subgrp:'),
  },
  'aws:route53/record:Record': {
    create: 'route53:ChangeResourceRecordSets route53:GetChange',
    read: 'route53:GetHostedZone route53:ListResourceRecordSets',
    update: 'route53:ChangeResourceRecordSets',
    delete: 'route53:ChangeResourceRecordSets',
    on: () => 'arn:aws:route53:::hostedzone/a',
  },
  'aws:servicediscovery/instance:Instance': {
    create:
      'servicediscovery:RegisterInstance servicediscovery:GetOperation route53:ChangeResourceRecordSets',
    read: 'servicediscovery:GetInstance',
    update: 'servicediscovery:RegisterInstance',
    delete: 'servicediscovery:DeregisterInstance route53:ChangeResourceRecordSets',
    on: anyId('servicediscovery', 'service/a'),
  },
  'aws:servicediscovery/privateDnsNamespace:PrivateDnsNamespace': {
    create: `servicediscovery:CreatePrivateDnsNamespace servicediscovery:TagResource servicediscovery:GetOperation ${ROUTE53}`,
    read: 'servicediscovery:GetNamespace servicediscovery:ListTagsForResource',
    update: 'servicediscovery:UpdatePrivateDnsNamespace servicediscovery:UntagResource',
    delete: 'servicediscovery:DeleteNamespace route53:DeleteHostedZone',
    on: anyId('servicediscovery', 'namespace/a'),
  },
  'aws:servicediscovery/service:Service': {
    create: 'servicediscovery:CreateService servicediscovery:TagResource',
    read: 'servicediscovery:GetService servicediscovery:ListTagsForResource',
    update: 'servicediscovery:UpdateService servicediscovery:GetOperation',
    delete:
      'servicediscovery:DeleteService servicediscovery:ListInstances servicediscovery:DeregisterInstance',
    on: anyId('servicediscovery', 'service/a'),
  },
}
