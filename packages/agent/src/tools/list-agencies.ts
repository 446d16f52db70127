import { nameAgency } from './measure.ts'
import type { AgentTool } from './agent-tool.ts'
import { nameSearchSchema, searchNames } from './name-search.ts'

/** Finds agencies by name, acronym or alias. */
export const listAgenciesTool = {
  name: 'list_agencies',
  description:
    'Finds government agencies by words of their name, by acronym or by other names: code and label.',
  parameters: nameSearchSchema,
  async run({ query }, { readCatalogue }) {
    const { agencies } = await readCatalogue()
    const found = searchNames(agencies, query, ({ key, name, aliases }) => [name, key, ...aliases])
    return {
      count: found.length,
      top_themes: [],
      top_agencies: found.map(({ key, name }) => nameAgency({ code: key, label: name })),
    }
  },
} satisfies AgentTool<typeof nameSearchSchema>
