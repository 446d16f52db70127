import { CITY_TOPICS } from './topics/cities.ts'
import { CULTURE_TOPICS } from './topics/culture.ts'
import { ECONOMY_TOPICS } from './topics/economy.ts'
import { EDUCATION_TOPICS } from './topics/education.ts'
import { ENVIRONMENT_TOPICS } from './topics/environment.ts'
import { HEALTH_TOPICS } from './topics/health.ts'
import { LABOUR_TOPICS } from './topics/labour.ts'
import { RELATIONS_TOPICS } from './topics/relations.ts'
import { RURAL_TOPICS } from './topics/rural.ts'
import { SCIENCE_TOPICS } from './topics/science.ts'
import { SECURITY_TOPICS } from './topics/security.ts'
import { SOCIETY_TOPICS } from './topics/society.ts'
import { STATE_TOPICS } from './topics/state.ts'
import type { Topic } from './topics/topic.ts'

/** The topics of the sample's agencies. */
export const TOPICS: readonly Topic[] = [
  ...HEALTH_TOPICS,
  ...EDUCATION_TOPICS,
  ...ECONOMY_TOPICS,
  ...LABOUR_TOPICS,
  ...SOCIETY_TOPICS,
  ...ENVIRONMENT_TOPICS,
  ...CITY_TOPICS,
  ...CULTURE_TOPICS,
  ...RURAL_TOPICS,
  ...SECURITY_TOPICS,
  ...SCIENCE_TOPICS,
  ...RELATIONS_TOPICS,
  ...STATE_TOPICS,
]
