import { useRoute } from 'preact-iso'
import { EditedClippingDocument } from '../../../api/generated/operations.ts'
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
import { draftOfClipping } from './draft.ts'

/** The form of a clipping of the person. */
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
      {() =>
        clipping?.isAuthor ? (
          <section class="article">
            <h1>{texts.editor.title(clipping.name)}</h1>
            <ChannelProblems problems={clipping.mySubscription?.channelProblems ?? []} />
            <ClippingForm
              key={clipping.id}
              id={clipping.id}
              place={clipping.id}
              initial={draftOfClipping(clipping)}
            />
          </section>
        ) : (
          <Missing title={texts.editor.notOwn} href={paths.myClippings} to={texts.clippings.mine} />
        )
      }
    </ReadyPage>
  )
}
