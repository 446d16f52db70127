import { useCopy } from '../../frame/use-copy.ts'
import { texts } from '../../texts.ts'

/** A command with a button that copies it. */
export function Command({ text }: { text: string }) {
  const { copied, copy } = useCopy()
  return (
    <span class="command">
      <code>{text}</code>
      <button type="button" aria-label={texts.operations.copyCommand(text)} onClick={() => copy(text)}>
        <span aria-live="polite">{copied === text ? texts.operations.copied : texts.operations.copy}</span>
      </button>
    </span>
  )
}
