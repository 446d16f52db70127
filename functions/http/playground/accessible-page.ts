/** What the editor lacks for readers with a screen reader or low vision. Its parts have their colours from a theme. */
const ADDED = `<style>
main > h1 { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
main { height: 100% }
.graphiql-container { --alpha-secondary: .9; --alpha-tertiary: .8 }
.vs-dark .line-numbers { color: #b4b4b4 !important }
/* Comments. */
.vs-dark .mtk8 { color: #8fbf7a !important }
</style>
<script>
  // A tab of the editor has two buttons, which is not allowed inside of a tab: it becomes an item of a list.
  function listTabs() {
    document.querySelector('.graphiql-tabs')?.removeAttribute('role')
    document.querySelector('#graphiql-session')?.setAttribute('role', 'region')
    for (const tab of document.querySelectorAll('.graphiql-tab')) {
      for (const name of ['role', 'aria-selected']) tab.removeAttribute(name)
      tab.querySelector('button')?.setAttribute('aria-current', tab.matches('.graphiql-tab-active'))
    }
  }
  new MutationObserver(listTabs).observe(document.body, {
    subtree: true, childList: true, attributes: true, attributeFilter: ['aria-selected', 'class'],
  })
</script>`

const ROOT = '<div id="root"></div>'

/**
 * Adds a main part, a heading, more contrast, and tabs without buttons inside of buttons to the page of GraphiQL. Throws for
 * a page that has no place for them.
 */
export function makeAccessible(page: string): string {
  const at = page.indexOf(ROOT)
  if (at < 0) throw new Error(`The page of GraphiQL has no ${ROOT}.`)
  const main = `<main><h1>Pauta: playground da API GraphQL</h1>${ROOT}</main>${ADDED}`
  return `${page.slice(0, at)}${main}${page.slice(at + ROOT.length)}`
}
