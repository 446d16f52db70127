import { expect, it } from 'vitest'
import { placeForRecipient, RECIPIENT_MARK } from './recipient-mark.ts'

const PLACE = `<div ${RECIPIENT_MARK}=""></div>`

it.each([
  [PLACE, 'F'],
  [`<p>a</p>${PLACE}<p>b</p></body>`, '<p>a</p>F<p>b</p></body>'],
  [`${PLACE}<p>a</p>${PLACE}`, `${PLACE}<p>a</p>F`],
  ['<p>a</p></body></BODY></html>', '<p>a</p></body>F</BODY></html>'],
  ['</body>', 'F</body>'],
  ['<p>a</p>', '<p>a</p>F'],
])('%j gets the part of the recipient: %j', (html, placed) => {
  expect(placeForRecipient(html, 'F')).toBe(placed)
})
