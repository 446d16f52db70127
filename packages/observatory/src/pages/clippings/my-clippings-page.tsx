import { byChannel, type DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { act, actAndListWarnings } from '../../api/act.ts'
import {
  DeleteClippingDocument,
  MyClippingsDocument,
  PublishClippingDocument,
  RenewReleaseAddressesDocument,
  SendClippingDocument,
  SetClippingActiveDocument,
  UnfollowClippingDocument,
  UnpublishListingDocument,
  UpdateChannelsDocument,
  type MyClippingsQuery,
} from '../../api/generated/operations.ts'
import { logOut, readSession } from '../../api/session.ts'
import { useData } from '../../api/use-data.ts'
import { EnterButton } from '../../frame/enter-button.tsx'
import { Ready } from '../../frame/states.tsx'
import { takeFocus } from '../../frame/take-focus.ts'
import { useTitle } from '../../frame/use-title.ts'
import { formatCount, formatMoment } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { ChannelProblems } from './channel-problems.tsx'
import { describeSchedule } from './describe-schedule.ts'
import { RecorteFilters } from './recorte-filters.tsx'

type Clipping = MyClippingsQuery['clippings'][number]

/** Runs an action and its message for the reader, which may depend on the result. `reload` follows a success. */
function useAction(reload: () => void) {
  const [message, setMessage] = useState<string>()
  const run = async <Result,>(action: () => Promise<Result>, done: string | ((result: Result) => string)) => {
    try {
      const result = await action()
      setMessage(typeof done === 'string' ? done : done(result))
      reload()
    } catch (error) {
      setMessage(error instanceof Error ? error.message : texts.failures.server)
    }
  }
  return { message, run }
}

/** An edition is made within seconds of the request. */
const LOOKS_AFTER_MS = [3000, 8000, 20_000]

/** Returns a function that loads the list again some times, until the page is left. */
function useLaterReloads(reload: () => void): () => void {
  const latest = useRef(reload)
  latest.current = reload
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  useEffect(() => () => timers.current.forEach(clearTimeout), [])
  return () => {
    timers.current.forEach(clearTimeout)
    timers.current = LOOKS_AFTER_MS.map((ms) => setTimeout(() => latest.current(), ms))
  }
}

/** The result of the last action; nothing before the first one. */
function ActionMessage({ message }: { message: string | undefined }) {
  if (message === undefined) return null
  return (
    <p role="status" class="help">
      {message}
    </p>
  )
}

/** Buttons, and the result of the last action. */
function Actions({ message, children }: { message: string | undefined; children: ComponentChildren }) {
  return (
    <>
      <p class="actions">{children}</p>
      <ActionMessage message={message} />
    </>
  )
}

/** Publishing, and new keys for the addresses of the editions. */
function SharingActions({ clipping, run }: { clipping: Clipping; run: ReturnType<typeof useAction>['run'] }) {
  const { id, name, description, marketplaceListingId } = clipping
  const words = texts.clippings
  const publish = () => {
    if (confirm(words.confirmPublish(name)))
      void run(() => act(PublishClippingDocument, { id, input: { name, description } }), words.nowPublished)
  }
  const unpublish = (listingId: string) =>
    void run(() => act(UnpublishListingDocument, { id: listingId }), words.unpublished)
  const renew = () => {
    if (confirm(words.confirmRenew(name)))
      void run(() => act(RenewReleaseAddressesDocument, { id }), words.renewed)
  }
  return (
    <>
      {marketplaceListingId ? (
        <button type="button" onClick={() => unpublish(marketplaceListingId)}>
          {words.unpublish}
        </button>
      ) : (
        <button type="button" onClick={publish}>
          {words.publish}
        </button>
      )}
      <button type="button" onClick={renew}>
        {words.renew}
      </button>
    </>
  )
}

const UNDO_MS = 10_000

/** Deletes after ten seconds, unless the person takes it back or leaves the page before. */
function useLateDelete(remove: () => void) {
  const [isWaiting, setWaiting] = useState(false)
  const latest = useRef(remove)
  latest.current = remove
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => {
      setWaiting(false)
      latest.current()
    }, UNDO_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return { isWaiting, setWaiting }
}

/** What an author may do with a clipping, and the result of the last action. */
function AuthorActions({ clipping, reload }: { clipping: Clipping; reload: () => void }) {
  const { id, name, active } = clipping
  const { message, run } = useAction(reload)
  const words = texts.clippings
  const { isWaiting, setWaiting } = useLateDelete(
    () => void run(() => act(DeleteClippingDocument, { id }), words.deleted),
  )
  const lookAgain = useLaterReloads(reload)
  const send = () =>
    void run(
      async () => {
        const warnings = await actAndListWarnings(SendClippingDocument, { id })
        lookAgain()
        return warnings
      },
      (warnings) => (warnings.length > 0 ? words.nothingToSend : words.sent),
    )
  const toggle = () => void run(() => act(SetClippingActiveDocument, { id, active: !active }), words.changed)
  if (isWaiting)
    return (
      <p class="actions" role="status">
        <span>{words.removing(name, UNDO_MS / 1000)}</span>
        <button type="button" ref={takeFocus} onClick={() => setWaiting(false)}>
          {words.undo}
        </button>
      </p>
    )
  return (
    <Actions message={message}>
      <a class="button" href={paths.editClipping(id)}>
        {words.edit}
      </a>
      <a class="button other" href={paths.duplicateClipping(id)}>
        {words.duplicate}
      </a>
      <button type="button" onClick={send}>
        {words.send}
      </button>
      <button type="button" onClick={toggle}>
        {active ? words.pause : words.resume}
      </button>
      <SharingActions clipping={clipping} run={run} />
      <button type="button" onClick={() => setWaiting(true)}>
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
      <a class="button" href={paths.editClipping(id)}>
        {words.receive}
      </a>
      <button type="button" onClick={unfollow}>
        {words.unfollow}
      </button>
    </Actions>
  )
}

/** What keeps the editions from arriving, and the channels that can be switched on again. */
function Problems({ clipping: { id, mySubscription }, reload }: { clipping: Clipping; reload: () => void }) {
  const { message, run } = useAction(reload)
  if (!mySubscription) return null
  const { channelProblems, deliveryChannels } = mySubscription
  const switchOn = (switched: DeliveryChannel) => {
    const channels = byChannel((channel) => channel === switched || deliveryChannels[channel])
    void run(() => act(UpdateChannelsDocument, { id, channels }), texts.channelProblems.isOn)
  }
  return (
    <>
      <ChannelProblems problems={channelProblems} switchOn={switchOn} />
      <ActionMessage message={message} />
    </>
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
      <Problems clipping={clipping} reload={reload} />
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
            <a href={release.releaseUrl ?? ''}>{formatMoment(release.createdAt)}</a>{' '}
            <span class="count">· {texts.search.found(formatCount(release.articlesCount))}</span>
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
