import type { ClippingInput } from '@pauta/clippings/clippings/clipping'
import { byChannel } from '@pauta/platform/config/delivery-channels'
import { z } from 'zod'
import { readData } from '../read-data.ts'

/** User names of the people of the sample data. */
export type SamplePerson = 'author' | 'reader' | 'guest'

/** A clipping of the sample data and the actions of others on it. Ages are whole days before the sample's instant. */
export interface SampleClipping {
  by: SamplePerson
  ageDays: number
  input: ClippingInput
  /** True when its author has switched it off. */
  paused?: true
  /** The listing in the marketplace. A blank name means the clipping's own name. */
  listing?: {
    ageDays: number
    name: string
    description: string
    likedBy: readonly SamplePerson[]
    followedBy: readonly SamplePerson[]
    clonedBy: readonly SamplePerson[]
  }
  /** Number of last runs that have a release. */
  releases: number
}

const person = z.enum(['author', 'reader', 'guest'])

const recorte = z.strictObject({
  title: z.string(),
  themes: z.array(z.string()).default([]),
  agencies: z.array(z.string()).default([]),
  keywords: z.array(z.string()).default([]),
  excludeKeywords: z.array(z.string()).exactOptional(),
})

const clippingSchema: z.ZodType<SampleClipping> = z.strictObject({
  by: person,
  ageDays: z.int(),
  input: z.strictObject({
    name: z.string(),
    description: z.string(),
    prompt: z.string().exactOptional(),
    schedule: z.string(),
    recortes: z.array(recorte),
    deliveryChannels: z.strictObject(byChannel(() => z.boolean().default(false))).exactOptional(),
  }),
  paused: z.literal(true).exactOptional(),
  listing: z
    .strictObject({
      ageDays: z.int(),
      name: z.string(),
      description: z.string(),
      likedBy: z.array(person),
      followedBy: z.array(person),
      clonedBy: z.array(person),
    })
    .exactOptional(),
  releases: z.int(),
})

/** The clippings, listings and subscriptions of the sample's people. */
export const SAMPLE_CLIPPINGS: readonly SampleClipping[] = readData('clippings.json', z.array(clippingSchema))
