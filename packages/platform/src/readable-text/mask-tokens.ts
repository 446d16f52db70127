// Mail and web addresses. A bare host name such as "Compras.gov.br" may be a service's name and stays.
const ADDRESS =
  /^[^\p{L}\p{N}]{0,20}(?:https?:\/\/|www\.|[\w.+-]{1,64}@[\w-]|[\w-][\w.-]{0,100}\.[a-z]{2,24}\/)/iu
const TRAILING_PUNCTUATION = /[.,;:!?)\]}'"”’»]+$/u
/** Maximum offset at which an address starts in a token. */
const LOOKED_AT_CHARACTERS = 300

/** Replaces addresses by blanks. Punctuation at their end stays, because it may end a sentence. */
export function maskTokens(text: string): string {
  return text.replace(/\S+/g, (token) => {
    if (!token.includes('.') || !ADDRESS.test(token.slice(0, LOOKED_AT_CHARACTERS))) return token
    const end = TRAILING_PUNCTUATION.exec(token.slice(-8))?.[0] ?? ''
    return ' '.repeat(token.length - end.length) + end
  })
}
