import * as agent from './agent/resolvers.ts'
import * as analytics from './analytics/resolvers.ts'
import * as articles from './articles/resolvers.ts'
import * as entities from './entities/resolvers.ts'
import * as clippings from './clippings/resolvers.ts'
import * as freshness from './freshness/resolvers.ts'
import * as marketplace from './marketplace/resolvers.ts'
import * as operations from './operations/resolvers.ts'
import * as pipeline from './pipeline/resolvers.ts'
import * as push from './push/resolvers.ts'
import * as search from './search/resolvers.ts'
import * as service from './service/resolvers.ts'
import * as taxonomy from './taxonomy/resolvers.ts'
import * as widgets from './widgets/resolvers.ts'
import type { Noun, Unserved } from './completeness.ts'

const nouns = [
  service,
  articles,
  search,
  taxonomy,
  analytics,
  freshness,
  entities,
  widgets,
  pipeline,
  operations,
  clippings,
  marketplace,
  push,
  agent,
]

/** All nouns of the schema: resolvers and access to root fields. */
export const modules: readonly Noun<Unserved<(typeof nouns)[number]['resolvers']>>[] = nouns
