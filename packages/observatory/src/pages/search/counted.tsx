import type { ComponentChildren } from 'preact'
import type { Loaded } from '../../api/use-data.ts'
import { Ready } from '../../frame/states.tsx'
import { texts } from '../../texts/texts.ts'

interface CountedProps<Data> {
  loaded: Loaded<Data>
  children: (data: Data) => ComponentChildren
}

/** Shows counts, or one quiet line after a failure: the results beside them tell its cause once. */
export function Counted<Data>({ loaded, children }: CountedProps<Data>) {
  if (loaded.failure === undefined)
    return (
      <Ready loaded={loaded} lines={3}>
        {children}
      </Ready>
    )
  return (
    <p class="help">
      {texts.search.countsFailed}{' '}
      <button type="button" onClick={loaded.retry}>
        {texts.search.countAgain}
      </button>
    </p>
  )
}
