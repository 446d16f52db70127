import * as z from 'zod'
import { contrastOf, CONTRAST_MIN } from './contrast.ts'
import { optionalText, optionalUrl } from './config-values.ts'

/** Grounds of pages that the service makes, light and dark. */
export const PAGE_GROUNDS = { light: '#f7f6f2', dark: '#121715' } as const
/** Grounds of cards on these pages. */
const CARD_GROUNDS = { light: '#ffffff', dark: '#1a211e' } as const

/** Colours of a publisher that chose none. */
export const DEFAULT_COLOURS = { light: '#0d5548', dark: '#7ccdb8' } as const

const COLOUR = /^#[0-9a-f]{6}$/i

const colourOn = (theme: keyof typeof PAGE_GROUNDS) =>
  z
    .string()
    .regex(COLOUR, 'must be a colour as #12695a')
    .superRefine((colour, context) => {
      if (!COLOUR.test(colour)) return
      const ground = [PAGE_GROUNDS[theme], CARD_GROUNDS[theme]].find(
        (one) => contrastOf(colour, one) < CONTRAST_MIN,
      )
      if (ground === undefined) return
      const contrast = contrastOf(colour, ground).toFixed(2)
      context.addIssue({
        code: 'custom',
        message: `must have a contrast of at least ${CONTRAST_MIN} to ${ground}: ${colour} has ${contrast}`,
      })
    })
    .default(DEFAULT_COLOURS[theme])

/** How to reach somebody: a mail address or an https page. Empty: not named. */
const contact = z.union([z.literal(''), z.email(), z.url({ protocol: /^https$/ })]).default('')

/** What an adopting body says of itself. Every value has a default, so that a stage without settings has all pages. */
export const publisherSchema = z.object({
  /** Name in pages, mails and the observatory. */
  name: z.string().trim().min(1).max(100).default('Pauta'),
  /** For questions and corrections. */
  contact,
  /** Of the person in charge of personal data (LGPD, article 41). Empty: `contact`. */
  privacyContact: contact,
  /** Address of a picture of the mark: 40 pixels high on pages, 28 in the observatory, and the icon of its tab. */
  markUrl: optionalUrl,
  /** Colours of links, buttons and the name, on light and on dark grounds. */
  colour: colourOn('light'),
  darkColour: colourOn('dark'),
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

/** Pages about the publisher, by their paths below the address of the API. */
export const PUBLISHER_PATHS = {
  '/licenca': 'Licença',
  '/privacidade': 'Privacidade',
  '/acessibilidade': 'Acessibilidade',
  '/contato': 'Contato',
} as const

/** Returns one sentence for each licence that the publisher gives. */
export const writeLicences = ({ textLicence, dataLicence }: Publisher): string =>
  [
    `Licença dos textos: ${textLicence}.`,
    ...(dataLicence === '' ? [] : [`Licença dos dados: ${dataLicence}.`]),
  ].join(' ')
