import { GraphQLError, Lexer, Source, TokenKind } from 'graphql'
import { QUERY_MAX_TOKENS } from './limits.ts'

const QUERY_MAX_NESTING = 200
const QUERY_MAX_FRAGMENTS = 50
/** A shorter text can have neither that many brackets within each other nor that many fragments. */
const SURELY_FITS_CHARACTERS = 2 * QUERY_MAX_NESTING

const OPENING: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L])
const CLOSING: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])

const tooMuch = (max: number, what: string) => `A consulta passa do limite de ${max} ${what}.`

/**
 * Which limit the text of an operation passes before it may be parsed; undefined when it passes none. Parsing and
 * validating call themselves for each bracket within a bracket and for each fragment within a fragment, round and round
 * where fragments name each other, until the stack overflows.
 */
export function findExcess(text: string): string | undefined {
  if (text.length <= SURELY_FITS_CHARACTERS) return undefined
  const lexer = new Lexer(new Source(text))
  let nesting = 0
  let fragments = 0
  try {
    for (let token = 0; token <= QUERY_MAX_TOKENS; token++) {
      const { kind, value } = lexer.advance()
      if (kind === TokenKind.EOF) break
      if (OPENING.has(kind)) nesting++
      else if (CLOSING.has(kind)) nesting--
      else if (kind === TokenKind.NAME && value === 'fragment') fragments++
      if (nesting > QUERY_MAX_NESTING) return tooMuch(QUERY_MAX_NESTING, 'níveis de chaves e colchetes')
      if (fragments > QUERY_MAX_FRAGMENTS) return tooMuch(QUERY_MAX_FRAGMENTS, 'fragmentos')
    }
  } catch (error) {
    // A text that is no GraphQL is told so by the parser, which gets no further than this.
    if (!(error instanceof GraphQLError)) throw error
  }
  return undefined
}
