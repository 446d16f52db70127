const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')
const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')

/** The body that publishes, as the page names it: its name, and the address of its mark. */
export const publisher = { name: meta?.content ?? 'Pauta', markUrl: icon?.href ?? '/icon.svg' }
