import type { DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import type { ChannelProblemFieldsFragment } from '../../api/generated/operations.ts'
import { formatMoment } from '../../format.ts'
import { texts } from '../../texts/texts.ts'

interface ChannelProblemsProps {
  problems: readonly ChannelProblemFieldsFragment[]
  /** Switches a channel on again. Absent beside a form, which has the channels. */
  switchOn?: (channel: DeliveryChannel) => void
}

/** What keeps the editions of a clipping from arriving, each with what the reader can do. Nothing without problems. */
export function ChannelProblems({ problems, switchOn }: ChannelProblemsProps) {
  const words = texts.channelProblems
  if (problems.length === 0) return null
  return (
    <ul class="warning">
      {problems.map(({ channel, reason, since, address }) => {
        const name = channel as DeliveryChannel
        return (
          <li key={`${channel} ${address}`}>
            {words.sentences[reason](address ?? texts.editor.channels[name], formatMoment(since))}{' '}
            {switchOn && reason !== 'ADDRESS_REFUSED' && (
              <button type="button" onClick={() => switchOn(name)}>
                {words.switchOn}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
