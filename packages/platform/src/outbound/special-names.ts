/**
 * Last labels of names that no public name server answers. IANA, Special-Use Domain Names, read on 23 November 2026
 * (https://www.iana.org/assignments/special-use-domain-names); `arpa` contains all of its reversed addresses and
 * services.
 */
const SPECIAL_USE = ['alt', 'arpa', 'example', 'invalid', 'local', 'localhost', 'onion', 'test']

/** RFC 6762, appendix G: names that local networks use. ICANN delegates `internal`, `corp`, `home` and `mail` to nobody. */
const OF_LOCAL_NETWORKS = ['corp', 'home', 'internal', 'intranet', 'lan', 'mail', 'private']

/** Names that clusters and resolvers of machines answer: Kubernetes, Consul, Nomad, Docker, Podman, glibc, BIND. */
const OF_CLUSTERS = [
  'cluster',
  'consul',
  'containers',
  'docker',
  'localdomain',
  'nomad',
  'pod',
  'podman',
  'svc',
]

const SPECIAL_NAMES: ReadonlySet<string> = new Set([...SPECIAL_USE, ...OF_LOCAL_NETWORKS, ...OF_CLUSTERS])

/** Whether a name, in lower case and without a dot at its end, is no name of the public internet. */
export function isSpecialName(host: string): boolean {
  return SPECIAL_NAMES.has(host.slice(host.lastIndexOf('.') + 1))
}
