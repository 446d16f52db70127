/** What a widget shows. */
export interface WidgetChoice {
  agencies: readonly string[]
  themes: readonly string[]
  /** Words, days and other filters, as addresses of feeds have them; '' for none. */
  filter: string
  limit: number
  layout: 'list' | 'cards'
}

const escapeAttribute = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Returns the attributes of the element, without those that change nothing. */
export function widgetAttributes({
  agencies,
  themes,
  filter,
  limit,
  layout,
}: WidgetChoice): Record<string, string> {
  return {
    ...(agencies.length > 0 && { agencies: agencies.join(',') }),
    ...(themes.length > 0 && { themes: themes.join(',') }),
    ...(filter !== '' && { filter }),
    limit: String(limit),
    ...(layout === 'cards' && { layout }),
  }
}

/** Returns the HTML for another site. `apiUrl` is the absolute address of the API. */
export function writeSnippet(choice: WidgetChoice, apiUrl: string): string {
  const attributes = Object.entries(widgetAttributes(choice)).map(
    ([name, value]) => ` ${name}="${escapeAttribute(value)}"`,
  )
  return `<script src="${escapeAttribute(apiUrl)}/widget.js" async></script>\n<pauta-news${attributes.join('')}></pauta-news>`
}
