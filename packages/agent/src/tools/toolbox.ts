import type { AgentTool } from './agent-tool.ts'
import { countRecorte } from './count-recorte.ts'
import { listAgenciesTool } from './list-agencies.ts'
import { listThemesTool } from './list-themes.ts'
import { sampleRecorte } from './sample-recorte.ts'
import { topFacets } from './top-facets.ts'

/** All tools. */
export const TOOLS: readonly AgentTool[] = [
  countRecorte,
  sampleRecorte,
  listThemesTool,
  listAgenciesTool,
  topFacets,
]
