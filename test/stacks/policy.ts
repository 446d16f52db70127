import type { Boundary } from '../../stacks/boundary.ts'

/** A request as IAM compares it with a policy. */
export interface Request {
  action: string
  resource: string
  /** Values of condition keys. A key that is absent meets no condition. */
  context?: Record<string, string>
}

const patterns = new Map<string, RegExp>()

/** IAM's wildcards: `*` for any characters, slashes and colons too. */
export function toPattern(glob: string): RegExp {
  const known = patterns.get(glob)
  if (known) return known
  const text = glob.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  const pattern = new RegExp(`^${text}$`, 'i')
  patterns.set(glob, pattern)
  return pattern
}

const covers = (globs: readonly string[], value: string) => globs.some((glob) => toPattern(glob).test(value))

/** Whether a document of allowing statements allows the request; its conditions compare texts with wildcards. */
export const mayDo = (
  { Statement }: Boundary['document'],
  { action, resource, context = {} }: Request,
): boolean =>
  Statement.some(
    ({ Action, Resource, Condition = {} }) =>
      covers(Action, action) &&
      covers(Resource, resource) &&
      Object.values(Condition)
        .flatMap((test) => Object.entries(test))
        .every(([key, values]) => key in context && covers([values].flat(), context[key] ?? '')),
  )
