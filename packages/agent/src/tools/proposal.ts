import { DESCRIPTION_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '@pauta/clippings/clippings/bounds'
import { parseFilledRecortes, type RecorteInput } from '@pauta/clippings/recortes/recorte'
import { PublicError } from '@pauta/platform/errors'
import * as z from 'zod'
import { boundedText, filtersSchema, titleSchema } from './recorte-arguments.ts'

const RECORTES_MAX = 10
const EXPLANATION_MAX_CHARACTERS = 2000

/** The final proposal of a model. */
const proposalSchema = z.object({
  suggested_name: boundedText(NAME_MAX_CHARACTERS).describe('Name of the clipping.'),
  description: boundedText(DESCRIPTION_MAX_CHARACTERS).describe(
    'What the clipping is about, in one or two sentences.',
  ),
  explanation: z
    .string()
    .trim()
    .max(EXPLANATION_MAX_CHARACTERS)
    .default('')
    .describe('Why these recortes, for the reader.'),
  recortes: z
    .array(z.object({ title: titleSchema, ...filtersSchema.shape }))
    .min(1)
    .max(RECORTES_MAX),
})

export type Proposal = z.output<typeof proposalSchema>

/** The tool that a model calls to finish. */
export const PROPOSE = {
  name: 'propose_recortes',
  description: 'Hands in the recortes. They are counted; when all are good, the work is done.',
  parameters: proposalSchema,
}

/** Returns a proposal that `createClipping` accepts, or a description of the problem for the model. */
export function readProposal(args: unknown): { proposal: Proposal } | { problem: string } {
  const parsed = proposalSchema.safeParse(args)
  if (!parsed.success) return { problem: z.prettifyError(parsed.error) }
  try {
    const recortes = parseFilledRecortes(parsed.data.recortes satisfies RecorteInput[], 'recortes')
    return { proposal: { ...parsed.data, recortes: recortes.map((recorte) => ({ ...recorte })) } }
  } catch (error) {
    if (error instanceof PublicError) return { problem: error.message }
    throw error
  }
}
