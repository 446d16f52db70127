/** Attribute of the empty element where a mail says why its reader gets it. No article can carry it: attributes go. */
export const RECIPIENT_MARK = 'data-recipient'
const PLACE = `<div ${RECIPIENT_MARK}=""></div>`

/**
 * A stored digest with `fragment` in the place left for it, or before the end of the body of a document that has none,
 * such as an imported one.
 */
export function placeForRecipient(html: string, fragment: string): string {
  const place = html.lastIndexOf(PLACE)
  if (place >= 0) return html.slice(0, place) + fragment + html.slice(place + PLACE.length)
  const end = html.toLowerCase().lastIndexOf('</body>')
  return end < 0 ? html + fragment : html.slice(0, end) + fragment + html.slice(end)
}
