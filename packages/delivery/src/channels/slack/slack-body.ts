import { releaseText, type ChatRelease } from '../../digest/release-text.ts'

/** Discord refuses longer texts. Mattermost takes 4,000 characters, Rocket.Chat 5,000, and Slack 40,000. */
const TEXT_MAX_CHARACTERS = 2000

/**
 * Escapes the three characters with a meaning in Slack's mrkdwn. A name after @ would notify a whole channel of
 * Mattermost or Discord, so a zero-width space separates both.
 */
const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/@(?=[\p{L}\p{N}])/gu, '@\u200b')

/** A bar ends the address of a link. */
const escapeAddress = (url: string): string => url.replaceAll('|', '%7C').replaceAll('&', '&amp;')

/**
 * Returns the JSON of a message for a release: a `text` of at most 2,000 characters. Has no blocks, which only Slack
 * shows, and asks for no previews of its links.
 */
export function slackBody(release: ChatRelease): string {
  const text = releaseText(release, {
    maxCharacters: TEXT_MAX_CHARACTERS,
    escape,
    bold: (words) => `*${escape(words).replaceAll('*', '')}*`,
    link: (url, words) => `<${escapeAddress(url)}|${escape(words)}>`,
  })
  return JSON.stringify({ text, unfurl_links: false, unfurl_media: false })
}
