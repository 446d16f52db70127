import { decodePathPart } from '@pauta/platform/input/decode-path-part'

/** Pages of the observatory about one thing, by the first part of their path. */
const FOLDERS = ['noticias', 'orgaos', 'temas', 'entidades', 'recortes'] as const

/** A path of the observatory about one thing: `/noticias/abc/versoes/2`. */
export interface SitePath {
  folder: (typeof FOLDERS)[number]
  id: string
  /** What follows the id, without a slash at its start: `versoes/2`. */
  rest: string
}

/** Returns the parts of a path about one thing; undefined for other paths. An id with a wrong escape, which nothing has, stays as it is. */
export function readSitePath(path: string): SitePath | undefined {
  const [, first, part = '', rest = ''] = /^\/([^/]+)\/([^/]+)(?:\/(.*))?$/.exec(path) ?? []
  const folder = FOLDERS.find((one) => one === first)
  return folder === undefined ? undefined : { folder, id: decodePathPart(part) ?? part, rest }
}
