import { GraphQLError, Lexer, Source, TokenKind } from 'graphql'
import { describeExcess, QUERY_MAX_TOKENS } from './limits.ts'

const QUERY_MAX_NESTING = 200
const QUERY_MAX_FRAGMENTS = 50
/** A shorter text cannot exceed the limits of nesting and fragments. */
const SURELY_FITS_CHARACTERS = 2 * QUERY_MAX_NESTING

const OPENING: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L])
const CLOSING: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])

/**
 * Returns the limit that the text of an operation exceeds, or undefined. Runs before the parser: parser and
 * validation recurse for each nested bracket and each nested fragment, without end for fragments that refer to each
 * other, until the stack overflows.
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
      if (nesting > QUERY_MAX_NESTING)
        return describeExcess(QUERY_MAX_NESTING, 'níveis de chaves e colchetes')
      if (fragments > QUERY_MAX_FRAGMENTS) return describeExcess(QUERY_MAX_FRAGMENTS, 'fragmentos')
    }
  } catch (error) {
    // The parser stops at the same place and reports the syntax error.
    if (!(error instanceof GraphQLError)) throw error
  }
  return undefined
}
