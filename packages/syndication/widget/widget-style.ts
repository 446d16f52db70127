/** Colours and fonts come from custom properties, so that a page can set them. */
export const WIDGET_STYLE = `
:host {
  display: block;
  --text: var(--pauta-text, #1c2421);
  --muted: var(--pauta-muted, #55615c);
  --link: var(--pauta-link, #0d5548);
  --surface: var(--pauta-surface, #fff);
  --line: var(--pauta-line, #d9ddd6);
  color: var(--text);
  background: var(--surface);
  font: var(--pauta-font, 16px/1.45 system-ui, sans-serif);
  padding: var(--pauta-padding, 12px);
}
:host([hidden]) { display: none }
@media (prefers-color-scheme: dark) {
  :host {
    --text: var(--pauta-text, #e8ece9);
    --muted: var(--pauta-muted, #a3afa9);
    --link: var(--pauta-link, #7ccdb8);
    --surface: var(--pauta-surface, #1a211e);
    --line: var(--pauta-line, #323c37);
  }
}
ul { list-style: none; margin: 0; padding: 0 }
li { padding: 10px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
li:last-child { border-bottom: 0 }
a { color: var(--link); font-weight: 600; text-underline-offset: .15em }
a:focus-visible, button:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
p { margin: 4px 0 0; color: var(--muted); font-size: .875em }
.cards { display: grid; gap: 12px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr)) }
.cards li { border: 1px solid var(--line); border-radius: 8px; padding: 12px }
img { width: 100%; aspect-ratio: 16 / 9; object-fit: cover; border-radius: 4px; margin-bottom: 8px; display: block }
button { font: inherit; color: var(--text); background: none; border: 1px solid var(--line); border-radius: 6px; padding: 4px 12px; margin-top: 8px; cursor: pointer }
`
