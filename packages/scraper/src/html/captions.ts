import { isTag } from 'domhandler'
import { prevElementSibling } from 'domutils'
import { all, attribute, closest, first, textOf, type Element } from './page.ts'

/** Elements that hold the words under a picture: those of Plone's editors and galleries, and of EBC's Drupal. */
const CAPTIONS =
  '.image-caption, .figure-caption, .newsImageCaption, .swiper-description, .dnd-caption-wrapper, .dnd-legend-wrapper, .wp-caption-text'
const MEDIA_BLOCK = 'media'
const CAPTION_CHARACTERS = 500

const showsOnlyPicture = (element: Element) =>
  textOf(element) === '' && (element.name === 'img' || first('img', element) !== null)

/**
 * Whether a small print (`p.discreet`) is the caption of a picture: in the picture's block, right behind a picture, or
 * alone beside one. Elsewhere the same class marks a summary.
 */
export function isPictureCaption(element: Element): boolean {
  const { parent } = element
  if (closest(element, (outer) => attribute(outer, 'id') === MEDIA_BLOCK || outer.name === 'figure'))
    return true
  const before = prevElementSibling(element)
  if (before !== null && showsOnlyPicture(before)) return true
  if (parent === null || !isTag(parent) || first('img', parent) === null) return false
  return textOf(parent) === textOf(element)
}

/** Makes the captions of pictures `figcaption` elements, so that they are read as such. */
export function markCaptions(body: Element): void {
  const small = all('p.discreet, span.discreet, div.discreet', body).filter(isPictureCaption)
  for (const caption of [...all(CAPTIONS, body), ...small]) {
    const isWords = first('img, p + p', caption) === null && textOf(caption).length <= CAPTION_CHARACTERS
    if (!isWords) continue
    caption.name = 'figcaption'
    delete caption.attribs['class']
  }
}
