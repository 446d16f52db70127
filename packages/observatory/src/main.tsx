import { Provider } from '@urql/preact'
import { render } from 'preact'
import { client } from './api/client.ts'
import { App } from './app.tsx'

render(
  <Provider value={client}>
    <App />
  </Provider>,
  document.querySelector('#app')!,
)
