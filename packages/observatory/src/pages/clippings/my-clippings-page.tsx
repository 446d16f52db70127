import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { act } from '../../api/act.ts'
import {
  DeleteClippingDocument,
  MyClippingsDocument,
  SendClippingDocument,
  SetClippingActiveDocument,
  UnfollowClippingDocument,
  type MyClippingsQuery,
} from '../../api/generated/operations.ts'
import { logOut, readSession } from '../../api/session.ts'
import { useData } from '../../api/use-data.ts'
import { EnterButton } from '../../frame/enter-button.tsx'
import { Ready } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { formatCount, formatMoment } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts.ts'
import { describeSchedule } from './describe-schedule.ts'
import { RecorteFilters } from './recorte-filters.tsx'

type Clipping = MyClippingsQuery['clippings'][number]

/** Runs an action and its message for the reader. `reload` follows a success. */
function useAction(reload: () => void) {
  const [message, setMessage] = useState<string>()
  const run = async (action: () => Promise<unknown>, done: string) => {
    try {
      await action()
      setMessage(done)
      reload()
    } catch (error) {
      setMessage(error instanceof Error ? error.message : texts.failures.server)
    }
  }
  return { message, run }
}

/** Buttons, and the result of the last action. */
function Actions({ message, children }: { message: string | undefined; children: ComponentChildren }) {
  return (
    <>
      <p class="actions">{children}</p>
      {message !== undefined && (
        <p role="status" class="help">
          {message}
        </p>
      )}
    </>
  )
}

/** What an author may do with a clipping, and the result of the last action. */
function AuthorActions({ clipping, reload }: { clipping: Clipping; reload: () => void }) {
  const { id, name, active } = clipping
  const { message, run } = useAction(reload)
  const words = texts.clippings
  const send = () => void run(() => act(SendClippingDocument, { id }), words.sent)
  const toggle = () => void run(() => act(SetClippingActiveDocument, { id, active: !active }), words.changed)
  const remove = () => {
    if (confirm(words.confirmDelete(name))) void run(() => act(DeleteClippingDocument, { id }), words.deleted)
  }
  return (
    <Actions message={message}>
      <button type="button" onClick={send}>
        {words.send}
      </button>
      <button type="button" onClick={toggle}>
        {active ? words.pause : words.resume}
      </button>
      <button type="button" onClick={remove}>
        {words.remove}
      </button>
    </Actions>
  )
}

/** What a follower may do with a clipping, and the result of the last action. */
function FollowerActions({ clipping: { id }, reload }: { clipping: Clipping; reload: () => void }) {
  const { message, run } = useAction(reload)
  const words = texts.clippings
  const unfollow = () => void run(() => act(UnfollowClippingDocument, { id }), words.unfollowed)
  return (
    <Actions message={message}>
      <button type="button" onClick={unfollow}>
        {words.unfollow}
      </button>
    </Actions>
  )
}

function ClippingCard({ clipping, reload }: { clipping: Clipping; reload: () => void }) {
  const { name, active, isAuthor, releases } = clipping
  const words = texts.clippings
  return (
    <article class="card">
      <h2>{name}</h2>
      <p class="card-meta">
        <span>{describeSchedule(clipping.schedule)}</span>
        {!active && <span class="tag">{words.paused}</span>}
        {active && clipping.nextRunAt && <span>{words.next(formatMoment(clipping.nextRunAt))}</span>}
      </p>
      {isAuthor ? (
        <AuthorActions clipping={clipping} reload={reload} />
      ) : (
        <FollowerActions clipping={clipping} reload={reload} />
      )}
      <details>
        <summary>{words.selects}</summary>
        {clipping.recortes.map((recorte) => (
          <section key={recorte.id}>
            <h3>{recorte.title}</h3>
            <RecorteFilters recorte={recorte} />
          </section>
        ))}
      </details>
      <ul>
        {releases.map((release) => (
          <li key={release.id}>
            <a href={release.releaseUrl ?? ''}>{formatMoment(release.createdAt)}</a> ·{' '}
            {texts.search.found(formatCount(release.articlesCount))}
          </li>
        ))}
      </ul>
    </article>
  )
}

function Clippings() {
  const loaded = useData(MyClippingsDocument, {})
  return (
    <Ready loaded={loaded} lines={10}>
      {({ clippings }) => (
        <>
          {clippings.length === 0 && <p>{texts.clippings.none}</p>}
          <div class="cards">
            {clippings.map((clipping) => (
              <ClippingCard key={clipping.id} clipping={clipping} reload={loaded.retry} />
            ))}
          </div>
        </>
      )}
    </Ready>
  )
}

/** The clippings that a person made or follows, with their releases. */
export function MyClippingsPage() {
  useTitle(texts.clippings.mine)
  const session = readSession()
  return (
    <>
      <div class="page-head">
        <h1>{texts.clippings.mine}</h1>
        <p class="actions">
          <a class="button" href={paths.newClipping}>
            {texts.clippings.create}
          </a>
          {session && (
            <button type="button" onClick={logOut}>
              {texts.login.leave(session.name)}
            </button>
          )}
        </p>
      </div>
      {session ? (
        <Clippings />
      ) : (
        <>
          <p>{texts.clippings.login}</p>
          <EnterButton />
        </>
      )}
    </>
  )
}
