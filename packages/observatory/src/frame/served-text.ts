const main = document.querySelector('#app main')
const path = location.pathname

/** Whether a function made this page and wrote the text of an article into it. */
export const isServed = Boolean(main?.querySelector('article'))

const text = isServed ? (main?.innerHTML ?? '') : ''

/** Returns the text that the page came with, as long as its address is shown; '' otherwise. */
export const readServedText = (): string => (location.pathname === path ? text : '')
