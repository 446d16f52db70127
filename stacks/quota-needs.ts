import type { StageSettings } from './stages/stage-settings.ts'

/** What a stage asks of the quotas of its account. Pure, for `pauta doctor`; a test compares it with the graph. */
export interface QuotaNeeds {
  /** Environments of Lambda that the stage reserves. */
  reservedConcurrency: number
  /** Elastic addresses of the way out. */
  elasticAddresses: number
  networks: number
  /** Virtual processors of instances of the standard families at once, one replaced instance included. */
  standardProcessors: number
  /** The same of the X families, which have a quota of their own. */
  memoryProcessors: number
  /** Database servers; a standby of Multi-AZ is none of its own. */
  databases: number
  /** Schedules at most: the jobs', and one for each clipping. */
  schedules: number
  /** Mails a second by SES; 0 where SES sends none. */
  mailsPerSecond: number
}

/** Reserved by migrate and by the small routes behind the API, and some to spare. */
const RESERVED_ELSEWHERE = 40
const JOB_SCHEDULES_MAX = 1000
const CLIPPINGS_EXPECTED = 100_000
/** `t4g.large` has 2, `t4g.xlarge` 4, `r7g.2xlarge` 8. `medium` counts 2 although some families have 1. */
function countProcessors(instanceType: string): number {
  const [, multiple] = /\.(\d*)xlarge$/.exec(instanceType) ?? []
  return multiple === undefined ? 2 : (Number(multiple) || 1) * 4
}

/** Of the network. */
const ZONES = 2

const isMemoryFamily = (instanceType: string) => instanceType.startsWith('x')

function listInstances({ nat, search }: StageSettings): string[] {
  const ways = Array.from({ length: ZONES }, () => nat.instance)
  // While the search server is replaced, two of them run.
  return search.kind === 'external' ? ways : [...ways, search.instanceType, search.instanceType]
}

/** Previews use the servers of staging and reserve concurrency alone. */
export function listQuotaNeeds(settings: StageSettings, isPreview: boolean): QuotaNeeds {
  const instances = isPreview ? [] : listInstances(settings)
  const count = (chosen: string[]) => chosen.reduce((sum, type) => sum + countProcessors(type), 0)
  const { email, ratePerSecond } = settings.delivery
  return {
    reservedConcurrency:
      settings.graphqlConcurrency +
      settings.streamConcurrency +
      settings.liveConcurrency +
      settings.mcpConcurrency +
      settings.feedConcurrency +
      settings.pageConcurrency +
      settings.exportConcurrency +
      RESERVED_ELSEWHERE,
    elasticAddresses: isPreview ? 0 : ZONES,
    networks: isPreview ? 0 : 1,
    standardProcessors: count(instances.filter((type) => !isMemoryFamily(type))),
    memoryProcessors: count(instances.filter(isMemoryFamily)),
    databases: isPreview ? 0 : 1,
    schedules: settings.schedules ? JOB_SCHEDULES_MAX + CLIPPINGS_EXPECTED : 0,
    mailsPerSecond: email.kind === 'ses' ? ratePerSecond.email : 0,
  }
}
