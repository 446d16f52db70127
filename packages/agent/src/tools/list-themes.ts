import type { AgentTool } from './agent-tool.ts'
import { nameSearchSchema, searchNames } from './name-search.ts'

/** Finds themes by label. */
export const listThemesTool = {
  name: 'list_themes',
  description:
    'Finds themes of the catalogue by words of their label: code, label and level (1 is the widest).',
  parameters: nameSearchSchema,
  async run({ query }, { readCatalogue }) {
    const { themes } = await readCatalogue()
    const found = searchNames(themes, query, ({ label }) => [label])
    return {
      count: found.length,
      top_themes: found.map(({ code, label, level }) => ({ code, label, level })),
      top_agencies: [],
    }
  },
} satisfies AgentTool<typeof nameSearchSchema>
