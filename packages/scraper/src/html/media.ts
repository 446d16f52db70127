import { resolveAddress } from '../addresses/address.ts'
import { squeeze } from './blank.ts'
import { all, attribute, classesOf, closest, type AnyNode, type Element } from './page.ts'

const PLACEHOLDER =
  /^data:|loading[\w-]*\.(gif|svg|png)|\b(placeholder|spacer|blank|transparent|pixel|1x1)\b[^/]*\.(gif|png|svg|jpe?g)/i
const LAZY_ATTRIBUTES = ['data-src', 'data-original', 'data-echo', 'data-lazy-src'] as const
const ICON =
  /(^|[/_.-])(icons?|icone|sprite|favicon|bullet|share|compartilh\w*|facebook|twitter|whatsapp|linkedin|instagram|youtube|telegram|logo-?x|print|imprimir)([/_.\d-]|$)/i
const SHARING = /social-(links|media|icons)|share|sharing|compartilh/
/** Share buttons lie close around their icons; classes further out describe the page. */
const SHARING_LEVELS = 4
const ICON_MAX_PIXELS = 48

/**
 * First address of a `srcset`. Commas inside of an address are kept: candidates end at a comma that a blank follows.
 */
function firstOfSrcset(srcset: string): string {
  return (
    srcset
      .trim()
      .split(/,\s+|\s+/)[0]
      ?.replace(/,$/, '') ?? ''
  )
}

/**
 * The picture that an `img` element shows, as an absolute address: lazy-loading attributes first, then `src` unless it
 * is a placeholder, then the first of `srcset`. Null without a real picture.
 */
export function pictureAddress(image: Element, base: string): string | null {
  const lazy = LAZY_ATTRIBUTES.map((name) => attribute(image, name))
  const sets = ['data-srcset', 'srcset'].map((name) => firstOfSrcset(attribute(image, name)))
  for (const candidate of [...lazy, attribute(image, 'src'), ...sets]) {
    if (candidate === '' || PLACEHOLDER.test(candidate)) continue
    const address = resolveAddress(candidate, base)
    if (address !== null) return address
  }
  return null
}

function pixels(image: Element, name: string): number {
  const value = attribute(image, name)
  const size = value.endsWith('%') ? Number.NaN : Number.parseInt(value, 10)
  return Number.isNaN(size) ? Number.POSITIVE_INFINITY : size
}

/** Icons, counting pixels and share buttons. */
export function isDecorative(image: Element): boolean {
  if (Math.min(pixels(image, 'width'), pixels(image, 'height')) <= ICON_MAX_PIXELS) return true
  const address = attribute(image, 'src').split(/[?#]/)[0] ?? ''
  const names = `${address.split('/').slice(-3).join('/')} ${classesOf(image).join('/')}`
  if (!address.startsWith('data:') && names.split(' ').some((name) => ICON.test(name))) return true
  let levels = 0
  const isNear = () => (levels += 1) <= SHARING_LEVELS
  return closest(image, (outer) => isNear() && classesOf(outer).some((name) => SHARING.test(name))) !== null
}

/** The picture of a `figure`: lazy attributes of any image, then the image for browsers without scripts, then `src`. */
export function figurePicture(figure: Element, base: string): string | null {
  const images = all('img', figure)
  const lazy = images.filter((image) => LAZY_ATTRIBUTES.some((name) => attribute(image, name) !== ''))
  for (const image of [...lazy, ...all('noscript img', figure), ...images]) {
    const address = pictureAddress(image, base)
    if (address !== null) return address
  }
  return null
}

/** First real picture inside of a node, as an absolute address. */
export function firstPicture(within: AnyNode, base: string): string | null {
  for (const image of all('img', within)) {
    const address = isDecorative(image) ? null : pictureAddress(image, base)
    if (address !== null) return address
  }
  return null
}

const PLAYER = /^(www\.)?(youtube\.com|youtube-nocookie\.com|youtu\.be|player\.vimeo\.com)$/i

/** Frames that only count readers or offer sharing. */
const MACHINE_FRAME =
  /googletagmanager|doubleclick|\/plugins\/(?:like|share|page)|platform\.twitter|recaptcha/i
const FRAME_MIN_PIXELS = 10

/** Whether an element shows something of another address, which is named in its place: a frame or a recording. */
export const isFrame = ({ name }: Element): boolean => name === 'iframe' || name === 'audio'

/**
 * What a frame shows: its address, and its title or the name of its host; the file of a recording. Null for frames that
 * nobody sees.
 */
export function frameOf(frame: Element, base: string): { address: string; words: string } | null {
  const isSound = frame.name === 'audio'
  const sources = isSound ? [frame, ...all('source', frame)] : [frame]
  const addresses = sources.flatMap((source) =>
    ['src', 'data-src'].map((name) => resolveAddress(attribute(source, name), base)),
  )
  const address = addresses.find((candidate) => candidate !== null) ?? null
  const isTiny = Math.min(pixels(frame, 'width'), pixels(frame, 'height')) < FRAME_MIN_PIXELS
  if (address === null || isTiny || MACHINE_FRAME.test(address)) return null
  const title = squeeze(attribute(frame, 'title')).replace(/[[\]]/g, '')
  const unnamed = isSound ? 'Áudio' : `Conteúdo de ${new URL(address).hostname}`
  return { address, words: title === '' ? unnamed : title }
}

/** The video of an article: an MP4 source, else the address of a YouTube or Vimeo frame. */
export function findVideo(within: AnyNode, base: string): { url: string; rule: string } | null {
  for (const source of all('video source[type="video/mp4"], video[src*=".mp4"]', within)) {
    const url = resolveAddress(attribute(source, 'src'), base)
    if (url !== null) return { url, rule: 'video source' }
  }
  for (const frame of all('iframe, embed', within)) {
    for (const name of ['src', 'data-src']) {
      const url = resolveAddress(attribute(frame, name), base)
      if (url !== null && PLAYER.test(new URL(url).hostname)) return { url, rule: 'iframe' }
    }
  }
  return null
}
