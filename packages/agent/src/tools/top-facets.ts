import { articleFilter } from '@pauta/core/search-index/article-filter'
import { countFacets } from '@pauta/core/search-index/facets'
import { DAY_MS } from '@pauta/platform/time/time'
import * as z from 'zod'
import { JUDGED_DAYS, nameAgency } from './measure.ts'
import type { AgentTool } from './agent-tool.ts'
import { filtersSchema } from './recorte-arguments.ts'

const TOP_VALUES = 15

const parameters = z.object({
  filters: filtersSchema.pick({ themes: true, agencies: true }).default({ themes: [], agencies: [] }),
})

/** Returns the most frequent themes, agencies and tags. */
export const topFacets = {
  name: 'top_facets',
  description:
    'The most frequent themes, agencies and tags in the news of the last 30 days, of all of it or of some themes and agencies.',
  parameters,
  async run({ filters }, { index, readCatalogue, now }) {
    const during = { from: new Date(now.getTime() - JUDGED_DAYS * DAY_MS) }
    const filter = articleFilter(filters, { during })
    const facets = ['theme_l1_code', 'agency', 'tags'] as const
    const counted = await countFacets(index, { filter, facets, maxValues: TOP_VALUES })
    const { themes, agencies } = await readCatalogue()
    const labels = new Map<string, string>([
      ...themes.map(({ code, label }) => [code, label] as const),
      ...agencies.map(({ key, name }) => [key, name] as const),
    ])
    const named = (field: 'theme_l1_code' | 'agency') =>
      counted.facets[field].map(({ value, count }) => ({
        code: value,
        label: labels.get(value) ?? value,
        count,
      }))
    return {
      count: counted.found,
      top_themes: named('theme_l1_code'),
      top_agencies: named('agency').map(nameAgency),
      top_tags: counted.facets.tags,
    }
  },
} satisfies AgentTool<typeof parameters>
