import { all, closest, ownText, removeAll, textUpTo, type Element } from '../html/page.ts'
import { blockOf } from './sharing.ts'

const CONTACT_BLOCK_CHARACTERS = 150
const PHONE_BLOCK_CHARACTERS = 80

const PRESS_OFFICE =
  /assessoria (especial )?de (comunicação|imprensa)|\b(ascom|comunicacao|imprensa)[\w.-]*@/i
const PHONE = /\(?\b\d{2}\)?\s?9?\d{4}[-–.\s]\d{4}\b/
const WORD = /\p{L}{3,}/u
const SOCIAL_SITE = /\b(facebook|twitter|instagram|linkedin|youtube|flickr)\.com\//i
const LABEL =
  /^[\W_]*(assessoria|ascom|contatos?\b|mais informações|informações (à|para a) imprensa|atendimento (à|a) imprensa|imprensa\b|e-?mail|telefones?|tel\b|fone\b|fonte\b|textos?\s*:|fotos?\s*:|com informações|siga\b|acompanhe|redes sociais)/i
const PRESS_OFFICE_START = /^[\W_]*assessoria (especial )?de (comunicação|imprensa)/i
/** Words in lower case that the name of a press office may contain. Any other one belongs to a sentence. */
const NAME_WORDS = new Set(
  'a à ao com da das de do dos e em geral informações na no o para social'.split(' '),
)
const LOWER_CASE_WORD = /(?<!\p{L})\p{Ll}+(?!\p{L})/gu
const CONTACT_MARK = /[:@]|\.br\b/
const SENTENCE_END = /[.!?…]["”’»)\]]*$/
const SENTENCE_WORDS = 4

/** Whether text begins with a press office and reports about it: "Assessoria de imprensa não confirmou a data." */
function reportsOnPressOffice(text: string): boolean {
  if (!PRESS_OFFICE_START.test(text) || CONTACT_MARK.test(text) || PHONE.test(text)) return false
  const words = text.replace(PRESS_OFFICE_START, '').match(LOWER_CASE_WORD) ?? []
  return words.some((word) => !NAME_WORDS.has(word))
}

/**
 * Whether text is a sentence rather than a line of contact data. Sentences that mention phones or press offices are
 * news.
 */
export function isSentence(text: string): boolean {
  const hasForm = SENTENCE_END.test(text) && text.split(/\s+/).length >= SENTENCE_WORDS
  return hasForm && (!LABEL.test(text) || reportsOnPressOffice(text))
}

/** Whether the text of one block or line is contact data of a press office. */
export function isContact(text: string): boolean {
  if (text.length > CONTACT_BLOCK_CHARACTERS || isSentence(text)) return false
  return (
    PRESS_OFFICE.test(text) ||
    SOCIAL_SITE.test(text) ||
    (text.length <= PHONE_BLOCK_CHARACTERS && PHONE.test(text) && (LABEL.test(text) || !WORD.test(text)))
  )
}

function namesContact(element: Element): boolean {
  const own = ownText(element)
  return PRESS_OFFICE.test(own) || PHONE.test(own) || SOCIAL_SITE.test(own)
}

/** The text of an element, or null when it is longer than contact data. */
const shortText = (element: Element): string | null => textUpTo(element, CONTACT_BLOCK_CHARACTERS)

/**
 * What is contact data as a whole or not at all: a block or, where it is all of a cell, the row of a table. A phone number
 * in a table of offices belongs to the office beside it.
 */
function unitOf(element: Element): Element {
  const block = blockOf(element)
  const cell = closest(block, ({ name }) => name === 'td' || name === 'th')
  const isWholeCell = cell !== null && shortText(cell) === shortText(block)
  return (isWholeCell ? closest(cell, ({ name }) => name === 'tr') : null) ?? block
}

/** Removes blocks and rows that are nothing but contact data of a press office. */
export function removeContacts(body: Element): void {
  const units = new Set(all('*', body).filter(namesContact).map(unitOf))
  units.delete(body)
  removeAll([...units].filter((unit) => isContact(shortText(unit) ?? '')))
}
