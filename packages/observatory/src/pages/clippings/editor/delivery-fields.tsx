import { DELIVERY_CHANNELS, URL_CHANNELS, urlName } from '@pauta/platform/config/delivery-channels'
import { texts } from '../../../texts/texts.ts'
import type { ClippingDraft } from './draft.ts'
import { TextField } from './text-field.tsx'

type Delivery = Pick<ClippingDraft, 'channels' | 'recipients' | 'urls'>

interface DeliveryFieldsProps {
  draft: Delivery
  change: (values: Partial<Delivery>) => void
}

/** The channels of a clipping, their addresses, and further recipients. */
export function DeliveryFields({ draft, change }: DeliveryFieldsProps) {
  const words = texts.editor
  const { channels, urls } = draft
  return (
    <fieldset class="card">
      <legend>{words.delivery}</legend>
      <p class="checks">
        {DELIVERY_CHANNELS.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={channels[name]}
              onChange={({ currentTarget: { checked } }) =>
                change({ channels: { ...channels, [name]: checked } })
              }
            />
            {words.channels[name]}
          </label>
        ))}
      </p>
      {(channels.telegram || channels.push) && <p class="help">{words.channelsHelp}</p>}
      <p class="fields">
        {URL_CHANNELS.map(
          (name) =>
            channels[name] && (
              <TextField
                key={name}
                keyboard="url"
                isRequired
                label={words.channelUrl(words.channels[name])}
                value={urls[urlName(name)]}
                change={(value) => change({ urls: { ...urls, [urlName(name)]: value } })}
              />
            ),
        )}
        <TextField
          label={words.recipients}
          keyboard="email"
          value={draft.recipients}
          change={(recipients) => change({ recipients })}
        />
      </p>
      <p class="help">{words.recipientsHelp}</p>
    </fieldset>
  )
}
