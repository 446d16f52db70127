import * as z from 'zod'
import { contrastOf, CONTRAST_MIN } from './contrast.ts'
import { optionalText, optionalUrl } from './config-values.ts'

/** Grounds of pages that the service makes, light and dark. */
export const PAGE_GROUNDS = { light: '#f7f6f2', dark: '#121715' } as const

const colourOn = (ground: string, standard: string) =>
  z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour as #12695a')
    .refine(
      (colour) => contrastOf(colour, ground) >= CONTRAST_MIN,
      `must have a contrast of at least ${CONTRAST_MIN} to ${ground}`,
    )
    .default(standard)

/** How to reach somebody: a mail address or an https page. Empty: not named. */
const contact = z.union([z.literal(''), z.email(), z.url({ protocol: /^https$/ })]).default('')

/** What an adopting body says of itself. Every value has a default, so that a stage without settings has all pages. */
export const publisherSchema = z.object({
  /** Name in the pages. */
  name: z.string().trim().min(1).max(100).default('Pauta'),
  /** For questions and corrections. */
  contact,
  /** Of the person in charge of personal data (LGPD, article 41). Empty: `contact`. */
  privacyContact: contact,
  /** Address of a picture of the mark, shown 40 pixels high. */
  markUrl: optionalUrl,
  /** Colours of links and of the name, on light and on dark grounds. */
  colour: colourOn(PAGE_GROUNDS.light, '#0d5548'),
  darkColour: colourOn(PAGE_GROUNDS.dark, '#7ccdb8'),
  /** Licence of the texts of articles. */
  textLicence: z
    .string()
    .trim()
    .min(1)
    .default(
      'CC BY-ND 3.0, a que as páginas gov.br indicam, salvo indicação em contrário na página de origem',
    ),
  /** Licence of counts, themes, entities and other data that the service makes. Empty: none is given. */
  dataLicence: optionalText,
})

export type Publisher = z.output<typeof publisherSchema>
