import * as agencies from './agencies/resolvers.ts'
import * as agent from './agent/resolvers.ts'
import * as alerts from './alerts/resolvers.ts'
import * as analytics from './analytics/resolvers.ts'
import * as articles from './articles/resolvers.ts'
import * as entities from './entities/resolvers.ts'
import * as clippings from './clippings/resolvers.ts'
import * as history from './history/resolvers.ts'
import * as marketplace from './marketplace/resolvers.ts'
import * as operations from './operations/resolvers.ts'
import * as features from './features/resolvers.ts'
import * as delivery from './delivery/resolvers.ts'
import * as searchIndex from './search-index/resolvers.ts'
import * as themes from './themes/resolvers.ts'
import * as widgets from './widgets/resolvers.ts'
import type { Noun, Unserved } from './completeness.ts'

const nouns = [
  articles,
  history,
  searchIndex,
  agencies,
  themes,
  analytics,
  entities,
  widgets,
  features,
  operations,
  clippings,
  alerts,
  marketplace,
  delivery,
  agent,
]

/** All nouns of the schema: resolvers and access to root fields. */
export const modules: readonly Noun<Unserved<(typeof nouns)[number]['resolvers']>>[] = nouns
