/**
 * Attribute of the empty placeholder element for the sentence that depends on the recipient. Articles cannot contain
 * it, because sanitising removes attributes.
 */
export const RECIPIENT_MARK = 'data-recipient'
const PLACE = `<div ${RECIPIENT_MARK}=""></div>`

/**
 * Inserts `fragment` into a stored digest at its placeholder, or before the end of the body if there is none, as in an
 * imported digest.
 */
export function placeForRecipient(html: string, fragment: string): string {
  const place = html.lastIndexOf(PLACE)
  if (place >= 0) return html.slice(0, place) + fragment + html.slice(place + PLACE.length)
  const end = html.toLowerCase().lastIndexOf('</body>')
  return end < 0 ? html + fragment : html.slice(0, end) + fragment + html.slice(end)
}
