/** For `ref`: moves the focus to an element that takes the place of what was pressed, when it is drawn for the first time. */
export const takeFocus = (element: HTMLElement | null) => element?.focus()
