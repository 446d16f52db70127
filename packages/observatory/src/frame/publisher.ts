const metaOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')

/** The body that publishes, as the page names it: its name, its licences in sentences, and the address of its mark. */
export const publisher = {
  name: metaOf('application-name') ?? 'Pauta',
  licences: metaOf('dcterms.rights') ?? '',
  markUrl: icon?.href ?? '/icon.svg',
}
