import { isIP } from 'node:net'
import { badInput } from '../errors.ts'
import { isPublicAddress } from './public-address.ts'
import { isSpecialName } from './special-names.ts'

const URL_MAX_CHARACTERS = 2048

/** `hostname` as the URL parser writes it: lower case, with decimal, octal and hexadecimal addresses normalised. */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  // Names of the machine, of its network and of its cluster are refused before a resolver is asked. Resolvers append
  // their own domain to a name without a dot.
  const labels = host.split('.')
  return labels.length > 1 && !labels.includes('') && !isSpecialName(host)
}

/** Returns the fault of a URL in Portuguese, or undefined when the URL is allowed. */
function findFault(url: URL): string | undefined {
  if (url.protocol !== 'https:') return 'deve começar com https://'
  if (url.port !== '') return 'deve usar a porta padrão (443)'
  return isPublicHost(url.hostname) ? undefined : 'deve apontar para um endereço público na internet'
}

/**
 * Returns the URL when the service may call it: https on port 443, no credentials, and a host that is not obviously
 * internal. Checks the text only; the caller must also check the addresses to which the name resolves. Origins in
 * `allowedOrigins` are exempt exactly as written. Throws BAD_USER_INPUT naming `argument`.
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
