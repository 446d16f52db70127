import { createHash } from 'node:crypto'
import { Refusal, type HubRequest, type Reply } from './http.ts'
import type { Contents } from './repository.ts'

export interface UploadOptions {
  contents: Contents
  /** Base of the upload addresses. */
  url: () => string
  /** Files larger than this number of bytes are uploaded in parts. */
  partBytes: number
}

interface BatchBody {
  operation: string
  objects: { oid: string; size: number }[]
}

/**
 * Large files: `…/info/lfs/objects/batch` returns the upload addresses (whole or in parts), and the addresses accept
 * the bytes.
 */
export function makeUploads({ contents, url, partBytes }: UploadOptions) {
  const parts = new Map<string, Map<number, Buffer>>()

  const describe = async ({ oid, size }: BatchBody['objects'][number]) => {
    if (await contents.find(oid)) return { oid, size }
    const upload = { href: `${url()}/lfs-upload/${oid}` }
    if (size <= partBytes) return { oid, size, authenticated: true, actions: { upload } }
    const count = Math.ceil(size / partBytes)
    const addresses = Array.from({ length: count }, (_, index) => [
      String(index + 1).padStart(5, '0'),
      `${upload.href}/${index + 1}`,
    ])
    const header = { chunk_size: String(partBytes), ...Object.fromEntries(addresses) } as Record<
      string,
      string
    >
    return {
      oid,
      size,
      authenticated: true,
      actions: { upload: { href: `${upload.href}/complete`, header } },
    }
  }

  return {
    /** Returns the upload address of each object, and none for an object that already exists. */
    async batch(request: HubRequest): Promise<Reply> {
      const { operation, objects } = JSON.parse((await request.readBody()).toString('utf8')) as BatchBody
      if (operation !== 'upload') throw new Refusal(422, `unknown operation ${operation}`)
      return {
        status: 200,
        headers: { 'content-type': 'application/vnd.git-lfs+json' },
        body: { transfer: 'basic', objects: await Promise.all(objects.map(describe)) },
      }
    },

    /** `PUT` of a whole object or a part, and `POST` after the last part. */
    async receive(request: HubRequest, oid: string, part: string | undefined): Promise<Reply> {
      const body = await request.readBody()
      if (request.method === 'PUT' && part === undefined) {
        await contents.put(body, oid)
        return { status: 200 }
      }
      if (request.method === 'PUT') {
        const received = parts.get(oid) ?? new Map<number, Buffer>()
        parts.set(oid, received.set(Number(part), body))
        return { status: 200, headers: { etag: createHash('md5').update(body).digest('hex') } }
      }
      const received = [...(parts.get(oid) ?? [])].sort(([a], [b]) => a - b).map(([, content]) => content)
      parts.delete(oid)
      await contents.put(Buffer.concat(received), oid)
      return { status: 200, body: {} }
    },
  }
}
