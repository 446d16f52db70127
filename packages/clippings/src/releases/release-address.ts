/** Where releases have pages. No base has a slash at its end. */
export interface ReleaseSites {
  /** Empty where no portal is configured. */
  portalUrl: string
  /** Base of the service's own pages. */
  apiUrl: string
}

/** What the address of a release depends on. */
export interface AddressedRelease {
  id: string
  /** Whether anybody may read the release. */
  isPublic: boolean
  /** Opens the release to whoever has the address. */
  pageKey: string
}

/** Parameter of a page's address with the key of a release that is not public. */
export const PAGE_KEY_PARAMETER = 'chave'

/** Returns the address of the service's own page of a release, which opens only for public releases. */
export const releasePage = (id: string, apiUrl: string): string =>
  `${apiUrl}/edicoes/${encodeURIComponent(id)}`

/** Returns the address of the service's own page of a release that opens without being logged in. */
export const openReleasePage = ({ id, isPublic, pageKey }: AddressedRelease, apiUrl: string): string =>
  isPublic ? releasePage(id, apiUrl) : `${releasePage(id, apiUrl)}?${PAGE_KEY_PARAMETER}=${pageKey}`

/**
 * Returns the absolute address of a release: of a public one the page of the portal, where there is a portal, else the
 * service's own page. The address of any other release has its key.
 */
export function releaseAddress(release: AddressedRelease, { portalUrl, apiUrl }: ReleaseSites): string {
  return release.isPublic && portalUrl !== ''
    ? `${portalUrl}/clipping/release/${encodeURIComponent(release.id)}`
    : openReleasePage(release, apiUrl)
}

/**
 * Returns the address of a release in a message to its readers. Like `releaseAddress`, but the service's own page always
 * has the key, because messages stay when the clipping is unpublished or deleted.
 */
export function sentReleaseAddress(release: AddressedRelease, sites: ReleaseSites): string {
  return releaseAddress({ ...release, isPublic: release.isPublic && sites.portalUrl !== '' }, sites)
}
