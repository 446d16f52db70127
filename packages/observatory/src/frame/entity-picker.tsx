import { useState } from 'preact/hooks'
import { EntityFacetsDocument, EntityNameDocument } from '../api/generated/operations.ts'
import { useData } from '../api/use-data.ts'
import { useSettled } from '../api/use-settled.ts'
import { formatCount } from '../format.ts'
import { texts } from '../texts/texts.ts'

const words = texts.search

interface EntityPickerProps {
  chosen: readonly string[]
  choose: (ids: string[]) => void
}

/** A chosen entity with its name, which a permanent link does not contain. */
function Chip({ id, remove }: { id: string; remove: () => void }) {
  const name = useData(EntityNameDocument, { id }).data?.entity?.canonicalName ?? id
  return (
    <li>
      <button type="button" aria-label={words.remove(name)} onClick={remove}>
        {name} <span aria-hidden="true">×</span>
      </button>
    </li>
  )
}

function Facets({
  query,
  chosen,
  add,
}: {
  query: string
  chosen: readonly string[]
  add: (id: string) => void
}) {
  const loaded = useData(EntityFacetsDocument, { query })
  const facets = (loaded.data?.entitySuggestions ?? []).filter(
    ({ value, entityId }) => !chosen.includes(entityId ?? value),
  )
  if (loaded.failure !== undefined) return <p>{loaded.failure}</p>
  if (loaded.data && facets.length === 0) return <p role="status">{texts.nothing}</p>
  return (
    <ul class="facets" aria-label={words.entityFacets} aria-busy={loaded.isLoading}>
      {facets.map(({ value, entityId, label, count }) => (
        <li key={entityId ?? value}>
          <button type="button" onClick={() => add(entityId ?? value)}>
            {label ?? value} <small>{words.found(formatCount(count))}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Entities with the most articles to choose from, narrowed by the first letters of a name, and the chosen ones. */
export function EntityPicker({ chosen, choose }: EntityPickerProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const query = useSettled(typed.trim())
  const add = (id: string) => {
    choose([...chosen, id])
    setTyped('')
    setOpen(false)
  }
  return (
    <div
      class="picker"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setOpen(false)
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setOpen(false)
      }}
    >
      <label>
        {words.entity}
        <input
          type="search"
          placeholder={words.entityPlaceholder}
          maxLength={200}
          value={typed}
          autocomplete="off"
          onFocus={() => setOpen(true)}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setOpen(true)
          }}
        />
      </label>
      {isOpen && <Facets query={query} chosen={chosen} add={add} />}
      {chosen.length > 0 && (
        <ul class="chips">
          {chosen.map((id) => (
            <Chip key={id} id={id} remove={() => choose(chosen.filter((other) => other !== id))} />
          ))}
        </ul>
      )}
    </div>
  )
}
