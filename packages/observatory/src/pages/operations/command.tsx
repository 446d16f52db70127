import { useCopy } from '../../frame/use-copy.ts'
import { texts } from '../../texts/texts.ts'

/** A command with a button that copies it. */
export function Command({ text }: { text: string }) {
  const { copied, copy } = useCopy()
  // The name of a button begins with its visible text, so that people can speak it.
  const label = copied === text ? texts.operations.copied : texts.operations.copy
  return (
    <span class="command">
      <code>{text}</code>
      <button type="button" aria-label={texts.operations.command(label, text)} onClick={() => copy(text)}>
        <span aria-live="polite">{label}</span>
      </button>
    </span>
  )
}
