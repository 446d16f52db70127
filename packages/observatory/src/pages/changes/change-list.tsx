import { API_URL } from '../../api/client.ts'
import { ChangesDocument, type ChangesQuery } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { GradeMark } from '../../frame/grade-mark.tsx'
import { Ready } from '../../frame/states.tsx'
import { formatMoment } from '../../format.ts'
import { paths } from '../../paths.ts'
import { safeAddress } from '../../safe-address.ts'
import { texts } from '../../texts/texts.ts'
import { toArguments, toFeed, writeChanges, type ChangesState } from './changes-state.ts'

const words = texts.changes

type Event = ChangesQuery['articleChanges']['events'][number]

function Links({ event: { kind, uniqueId, version, url } }: { event: Event }) {
  const source = safeAddress(url ?? '')
  return (
    <p class="card-meta">
      {kind === 'EDITED' && version !== null && version !== undefined && (
        <a href={paths.difference(uniqueId, version - 1, version)}>{words.difference}</a>
      )}
      <a href={`${paths.article(uniqueId)}#historia`}>{words.history}</a>
      {source && (
        <a href={source} rel="noopener external">
          {words.original}
        </a>
      )}
    </p>
  )
}

function Change({ event, agencyName }: { event: Event; agencyName: string }) {
  const { at, kind, uniqueId, title, grade, reason } = event
  return (
    <li class="change">
      <p class="card-meta">
        <strong>{words.kinds[kind]}</strong>
        <span>{agencyName}</span>
        <time dateTime={at}>{formatMoment(at)}</time>
      </p>
      <h3>{typeof title === 'string' ? <a href={paths.article(uniqueId)}>{title}</a> : words.hidden}</h3>
      {grade && (
        <p>
          <GradeMark grade={grade} reason={reason} />
        </p>
      )}
      {typeof title === 'string' && <Links event={event} />}
    </li>
  )
}

interface ChangeListProps {
  state: ChangesState
  nameOf: (agency: string) => string
}

/** What changed, the last change first, a page at a time. */
export function ChangeList({ state, nameOf }: ChangeListProps) {
  const { agency, theme, after } = state
  const loaded = useData(ChangesDocument, {
    ...toArguments(state),
    filter: {
      ...(agency !== '' && { agencies: [agency] }),
      ...(theme !== '' && { themes: [theme] }),
    },
    after: after === '' ? null : after,
  })
  return (
    <section>
      <h2>{words.list}</h2>
      <p class="card-meta">
        <a href={`${API_URL}${toFeed(state)}`}>{words.feed}</a>
      </p>
      <Ready loaded={loaded} lines={12}>
        {({ articleChanges: { events, endCursor } }) => (
          <>
            {events.length === 0 && <p>{endCursor ? words.incomplete : words.none}</p>}
            <ul class="unmarked">
              {events.map((event) => (
                <Change key={event.position} event={event} agencyName={nameOf(event.agency)} />
              ))}
            </ul>
            <nav class="pages" aria-label={words.list}>
              {after !== '' && <a href={writeChanges({ ...state, after: '' })}>{words.newest}</a>}
              {endCursor && <a href={writeChanges({ ...state, after: endCursor })}>{words.next}</a>}
            </nav>
          </>
        )}
      </Ready>
    </section>
  )
}
