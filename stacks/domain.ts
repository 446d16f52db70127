import type { DomainChoice } from './stages/stage-settings.ts'

/** The arguments that give a component of SST its name; none without a name. */
export function nameIn(domain: DomainChoice) {
  if (domain.kind === 'none') return {}
  if (domain.kind === 'route53')
    return { domain: { name: domain.name, dns: sst.aws.dns({ zone: domain.zoneId }) } }
  return { domain: { name: domain.name, dns: false as const, cert: domain.certificateArn } }
}
