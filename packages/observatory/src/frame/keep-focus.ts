const isUsable = (element: HTMLElement) => element.isConnected && !element.matches(':disabled')

/** Focuses an element that may be none of those that Tab reaches. */
function focusPlace(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus({ preventScroll: true })
}

/** Scrolls the focused element into the window, where what it opened or closed has pushed it out. */
function showFocused(): void {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body) return
  const { top, bottom } = activeElement.getBoundingClientRect()
  if (bottom <= 0 || top >= innerHeight) activeElement.scrollIntoView({ block: 'nearest' })
}

/**
 * Keeps the focus of the keyboard in a part of the page. A browser drops it when the focused element is removed, moved or
 * disabled, and a screen reader then starts again at the top. It returns to a moved element, else goes to the nearest
 * element around that is still there, unless other code has focused a better place by the next frame. Returns a function
 * that stops.
 */
export function keepFocus(root: HTMLElement): () => void {
  let focused: HTMLElement | undefined
  let around: HTMLElement[] = []
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    focused = target
    around = []
    for (let outer = target.parentElement; outer && root.contains(outer); outer = outer.parentElement)
      around.push(outer)
  }
  // A click beside the focused element takes the focus away on purpose.
  const forget = ({ target }: Event) => {
    if (target instanceof Node && !focused?.contains(target)) focused = undefined
  }
  const check = () => {
    if (!focused || !document.hasFocus()) return
    const { activeElement } = document
    // A disabled element is still the active one until the page is drawn.
    const isLost = activeElement === document.body || (activeElement === focused && !isUsable(focused))
    if (!isLost) return
    if (isUsable(focused)) focused.focus()
    else focusPlace(around.find((outer) => outer.isConnected && outer.checkVisibility()) ?? root)
  }
  // While Tab leads from one element to the next, neither has the focus, and a change of that moment is not its cause.
  let frame = 0
  const checkSoon = () => {
    if (frame === 0)
      frame = requestAnimationFrame(() => {
        frame = 0
        check()
      })
  }
  const observer = new MutationObserver(checkSoon)
  observer.observe(root, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  const show = ({ detail }: MouseEvent) => {
    // Keys make clicks without a count.
    if (detail === 0) requestAnimationFrame(() => requestAnimationFrame(showFocused))
  }
  root.addEventListener('focusin', remember)
  root.addEventListener('click', show)
  document.addEventListener('pointerdown', forget, true)
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    root.removeEventListener('focusin', remember)
    root.removeEventListener('click', show)
    document.removeEventListener('pointerdown', forget, true)
  }
}
