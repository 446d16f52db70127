import { Provider } from '@urql/preact'
import { render } from 'preact'
import { client } from './api/client.ts'
import { App, ArticlePage } from './app.tsx'
import { isServed } from './frame/served-text.ts'

const root = document.querySelector('#app')!
// The text of a served article stays until its page is loaded.
if (isServed) await ArticlePage.preload()
root.replaceChildren()
render(
  <Provider value={client}>
    <App />
  </Provider>,
  root,
)
