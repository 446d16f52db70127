import { estimateMarkdownWork } from '@pauta/platform/text/markdown-work'

/** Longer texts are shown without markup. The longest real article has about 200,000 characters. */
const MARKDOWN_MAX_CHARACTERS = 400_000
/** Most work, in units of about 0.1 µs: two seconds of the reader's processor. */
const WORK_MAX = 20_000_000

/** Whether the parser would block the page for seconds. */
export function isSlowMarkdown(content: string): boolean {
  return content.length > MARKDOWN_MAX_CHARACTERS || estimateMarkdownWork(content) > WORK_MAX
}
