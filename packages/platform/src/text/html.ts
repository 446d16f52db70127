/** HTML that a template takes as it is. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for the content and the quoted attributes of HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

type Value = string | number | Html | readonly Html[]

function write(value: Value): string {
  if (value instanceof Html) return value.text
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escapeHtml(String(value))
}

/** Tag of a template: escapes every interpolated text. `raw` marks what is HTML already; lists are of HTML. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(write)))
}

/** Marks a text as HTML that is safe already. */
export const raw = (text: string): Html => new Html(text)

/** No HTML, for a part that may be missing. */
export const NO_HTML = raw('')
