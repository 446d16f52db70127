import { DELIVERY_CHANNELS, URL_CHANNELS, urlName } from '@pauta/platform/config/delivery-channels'
import { texts } from '../../../texts/texts.ts'
import type { DeliveryDraft } from './draft.ts'
import { PushBrowser } from './push-browser.tsx'
import { TelegramLink } from './telegram-link.tsx'
import { TextField } from './text-field.tsx'

interface DeliveryFieldsProps {
  draft: DeliveryDraft
  change: (values: Partial<DeliveryDraft>) => void
  /** The secret that signs what the webhook gets; null before its address is saved. */
  webhookSecret: string | null
}

/** What a receiver checks signatures with. */
function WebhookSecret({ secret }: { secret: string | null }) {
  const words = texts.editor.webhookSecret
  if (secret === null) return <p class="help">{words.later}</p>
  return (
    <details>
      <summary>{words.show}</summary>
      <p>
        <code>{secret}</code>
      </p>
      <p class="help">{words.help}</p>
    </details>
  )
}

/** The channels of a clipping, their addresses, and further recipients. */
export function DeliveryFields({ draft, change, webhookSecret }: DeliveryFieldsProps) {
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
      {channels.telegram && <TelegramLink />}
      {channels.push && <PushBrowser />}
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
      {channels.webhook && <WebhookSecret secret={webhookSecret} />}
    </fieldset>
  )
}
