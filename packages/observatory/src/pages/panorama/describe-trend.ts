import type { TrendsQuery } from '../../api/generated/operations.ts'
import { formatCount, formatDecimal } from '../../format.ts'
import { texts } from '../../texts/texts.ts'

/** Weeks with which the API compares the last one. */
const WEEKS_BEFORE = 4

type Trend = Pick<
  TrendsQuery['trendingEntities'][number],
  'type' | 'windowCount' | 'windowAgencies' | 'baselineCount'
>

/** Returns the type of an entity that is trending, its articles and agencies of a week, and the usual number. */
export const describeTrend = ({ type, windowCount, windowAgencies, baselineCount }: Trend): string =>
  texts.panorama.trendingEntity(
    texts.entityTypes[type] ?? type,
    formatCount(windowCount),
    formatCount(windowAgencies),
    typeof baselineCount === 'number' ? formatDecimal(baselineCount / WEEKS_BEFORE) : undefined,
  )
