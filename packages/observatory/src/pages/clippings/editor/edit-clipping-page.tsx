import { useRoute } from 'preact-iso'
import { EditedClippingDocument, type EditedClippingQuery } from '../../../api/generated/operations.ts'
import { readSession } from '../../../api/session.ts'
import { useData } from '../../../api/use-data.ts'
import { EnterButton } from '../../../frame/enter-button.tsx'
import { Missing } from '../../../frame/missing.tsx'
import { ReadyPage } from '../../../frame/states.tsx'
import { useTitle } from '../../../frame/use-title.ts'
import { paths } from '../../../paths.ts'
import { texts } from '../../../texts/texts.ts'
import { ChannelProblems } from '../channel-problems.tsx'
import { ClippingForm } from './clipping-form.tsx'
import { draftOfClipping, draftOfSubscription } from './draft.ts'
import { SubscriptionForm } from './subscription-form.tsx'

/** The form of a clipping: all of it for its author, how it arrives for a follower. */
function Form({ clipping }: { clipping: EditedClippingQuery['clipping'] | undefined }) {
  const words = texts.editor
  const subscription = clipping?.mySubscription
  const webhookSecret = subscription?.webhookSecret ?? null
  const problems = <ChannelProblems problems={subscription?.channelProblems ?? []} />
  if (clipping?.isAuthor)
    return (
      <section class="article">
        <h1>{words.title(clipping.name)}</h1>
        {problems}
        <ClippingForm
          key={clipping.id}
          id={clipping.id}
          place={clipping.id}
          initial={draftOfClipping(clipping)}
          webhookSecret={webhookSecret}
        />
      </section>
    )
  if (clipping && subscription)
    return (
      <section class="article">
        <h1>{words.deliveryOf(clipping.name)}</h1>
        {problems}
        <SubscriptionForm
          key={clipping.id}
          id={clipping.id}
          initial={draftOfSubscription(subscription)}
          webhookSecret={webhookSecret}
        />
      </section>
    )
  return <Missing title={words.notOwn} href={paths.myClippings} to={texts.clippings.mine} />
}

/** The form of a clipping that the person made or follows. */
export function EditClippingPage() {
  const { params } = useRoute()
  const isLoggedIn = readSession() !== undefined
  const loaded = useData(EditedClippingDocument, { id: params['id'] ?? '' }, { pause: !isLoggedIn })
  const clipping = loaded.data?.clipping
  useTitle(clipping?.name ?? texts.clippings.mine)
  if (!isLoggedIn)
    return (
      <section>
        <h1>{texts.clippings.edit}</h1>
        <p>{texts.clippings.login}</p>
        <EnterButton />
      </section>
    )
  return (
    <ReadyPage loaded={loaded} lines={14}>
      {() => <Form clipping={clipping} />}
    </ReadyPage>
  )
}
