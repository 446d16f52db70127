import { isIP } from 'node:net'
import { badInput } from '../errors.ts'
import { isPublicAddress } from './public-address.ts'

const URL_MAX_CHARACTERS = 2048
/** Names that mean the machine itself or its own network, whatever a resolver says. */
const INNER_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|lan|corp|home|home\.arpa)$/

/** A host as the URL parser writes it: lower case, decimal, octal and hexadecimal addresses in their usual form. */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  // Resolvers complete a name without a dot with the name of their own network.
  const labels = host.split('.')
  return labels.length > 1 && !labels.includes('') && !INNER_NAMES.test(host)
}

/** What is wrong with an address to call, in words for people; undefined when nothing is. */
function findFault(url: URL): string | undefined {
  if (url.protocol !== 'https:') return 'deve começar com https://'
  if (url.port !== '') return 'deve usar a porta padrão (443)'
  return isPublicHost(url.hostname) ? undefined : 'deve apontar para um endereço público na internet'
}

/**
 * An address that the service may be asked to call: https on its usual port, no credentials, and a host that is not
 * plainly an inner one. It looks at the text alone: whoever connects must check what the name resolves to.
 * Origins in `allowedOrigins` are exempt, exactly as written there. Throws BAD_USER_INPUT naming `argument`.
 */
export function assertPublicHttpsUrl(text: string, argument: string, allowedOrigins: readonly string[]): URL {
  const trimmed = text.trim()
  const url = trimmed.length <= URL_MAX_CHARACTERS ? URL.parse(trimmed) : null
  if (!url || /\p{Cc}|\s/u.test(trimmed))
    throw badInput(argument, `deve ser um endereço https válido de até ${URL_MAX_CHARACTERS} caracteres.`)
  if (url.username !== '' || url.password !== '')
    throw badInput(argument, 'não pode levar usuário nem senha no endereço.')
  const fault = allowedOrigins.includes(url.origin) ? undefined : findFault(url)
  if (fault !== undefined) throw badInput(argument, `${fault}.`)
  return url
}
