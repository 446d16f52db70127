import { useNewArticles } from './use-new-articles.ts'
import { texts } from '../texts/texts.ts'

interface NewArticlesProps {
  /** What the list shows; undefined where nothing new can be told. */
  filter: { query: string; kinds: readonly string[] } | undefined
  /** The articles of the list. */
  shown: readonly { uniqueId: string }[]
  /** Loads the list again. */
  load: () => void
}

/** Says how many articles of a list are new, over the page, so that nothing moves. A button loads them. */
export function NewArticles({ filter, shown, load }: NewArticlesProps) {
  const { count, forget } = useNewArticles(
    filter,
    shown.map(({ uniqueId }) => uniqueId),
  )
  return (
    <p class="new-articles" role="status">
      {count > 0 && (
        <button
          type="button"
          onClick={() => {
            forget()
            load()
          }}
        >
          {texts.newArticles(count)}
        </button>
      )}
    </p>
  )
}
