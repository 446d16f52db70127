import { z } from 'zod'
import { readData, texts } from '../read-data.ts'

/**
 * Words of government news in general, by the share of articles that contain them. Written by hand. Words of a single
 * subject are not listed. `from` names the source of words that are no words of the news.
 */
export const NEWS_WORDS = readData(
  'news-words.json',
  z.array(z.strictObject({ from: z.string().exactOptional(), share: z.number(), words: texts })),
)
