import { z } from 'zod'
import { readData } from '../read-data.ts'
import { topicSchema, type Topic } from './topic.ts'

/** Files of `data/topics/`. The order matters: with another order, the same seed draws other topics. */
const AREAS = [
  'health',
  'education',
  'economy',
  'labour',
  'society',
  'environment',
  'cities',
  'culture',
  'rural',
  'security',
  'science',
  'relations',
  'state',
]

/** The topics of the sample's agencies. */
export const TOPICS: readonly Topic[] = AREAS.flatMap((area) =>
  readData(`topics/${area}.json`, z.array(topicSchema)),
)
