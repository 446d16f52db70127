/** Styles of the inbox for light and dark mode. The page loads nothing from other places. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --page: #f3f4f6; --card: #fff; --line: #d9dee4; --text: #1d2127; --muted: #565e6a;
  --accent: #0b56a3; --on-accent: #fff; --chosen: #e6effa; --good: #176b3a; --bad: #a52019 }
@media (prefers-color-scheme: dark) {
  :root { --page: #111418; --card: #1b1f25; --line: #343b45; --text: #e7eaee; --muted: #aab3bf; --accent: #8dbcf5;
    --on-accent: #10151b; --chosen: #22303f; --good: #7fd6a0; --bad: #ff9a90 }
}
* { box-sizing: border-box }
body { margin: 0; height: 100vh; display: grid; grid-template-rows: auto 1fr; background: var(--page); color: var(--text);
  font: 15px/1.5 -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; padding: .75rem 1.25rem;
  background: var(--card); border-bottom: 1px solid var(--line) }
header h1 { margin: 0; font-size: 1.125rem }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem; margin: 0; padding: 0; list-style: none }
nav a { display: block; padding: .25rem .75rem; border-radius: 1rem; color: inherit; text-decoration: none }
nav a[aria-current] { background: var(--accent); color: var(--on-accent); font-weight: 600 }
.columns { display: grid; grid-template-columns: minmax(16rem, 24rem) 1fr; min-height: 0 }
.list { overflow: auto; border-right: 1px solid var(--line); background: var(--card) }
.list ol { margin: 0; padding: 0; list-style: none }
.list a { display: block; padding: .625rem 1.25rem; border-bottom: 1px solid var(--line); color: inherit;
  text-decoration: none; overflow-wrap: anywhere }
.list a:hover, .list a[aria-current] { background: var(--chosen) }
.list strong { display: block; font-weight: 600 }
.empty { padding: .625rem 1.25rem }
.quiet { color: var(--muted); font-size: .8125rem }
.row { display: flex; justify-content: space-between; gap: .75rem }
.row time { flex: none }
main { overflow: auto; padding: 1.25rem; min-width: 0 }
main h2 { margin: 0 0 .25rem; font-size: 1.375rem; line-height: 1.25; overflow-wrap: anywhere }
main h3 { margin: 1.5rem 0 .5rem; font-size: 1rem }
.views { display: flex; gap: 1rem; margin: 1rem 0 .75rem }
.views a[aria-current] { color: inherit; font-weight: 600; text-decoration: none }
main:focus-visible { outline-offset: -2px }
.told { margin-top: 1.25rem }
iframe { display: block; width: 100%; height: calc(100vh - 15rem); min-height: 24rem; border: 1px solid var(--line);
  border-radius: .5rem; background: #fff; resize: both }
pre { margin: 0; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card);
  font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
.bubble { max-width: 38rem; padding: .75rem 1rem; border-radius: .75rem .75rem .75rem 0; background: var(--card);
  border: 1px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere }
.notice { max-width: 26rem; padding: 1rem; border-radius: .75rem; background: var(--card); border: 1px solid var(--line);
  box-shadow: 0 4px 16px rgb(0 0 0 / .12); overflow-wrap: anywhere }
.notice strong { display: block }
.note { display: inline-block; margin: 0 .5rem 0 0; padding: 0 .5rem; border: 1px solid; border-radius: 1rem;
  font-size: .8125rem; color: var(--muted) }
.note.good { color: var(--good) } .note.bad { color: var(--bad) }
table { border-collapse: collapse; width: 100%; font-size: .8125rem }
th, td { padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere;
  border-bottom: 1px solid var(--line) }
th { width: 14rem; font-weight: 600; color: var(--muted) }
form { display: grid; gap: .75rem; max-width: 34rem; margin: 0 0 1.5rem }
label { display: grid; gap: .25rem; font-size: .875rem }
input { padding: .5rem .625rem; border: 1px solid var(--muted); border-radius: .375rem; background: var(--card);
  color: inherit; font: inherit }
button { justify-self: start; padding: .5rem 1rem; border: 0; border-radius: .375rem; background: var(--accent);
  color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer }
@media (max-width: 44rem) {
  body { height: auto } .columns { grid-template-columns: 1fr } .list { max-height: 40vh; border-right: 0 }
  th { width: 8rem }
}
`

/** Reloads the page when a new message arrives, unless the user is typing. */
export const PAGE_SCRIPT = `
const shown = document.body.dataset.latest
setInterval(async () => {
  if (document.activeElement instanceof HTMLInputElement) return
  const response = await fetch('/api/latest').catch(() => undefined)
  if (response?.ok && (await response.text()) !== shown) location.reload()
}, 2000)
`
