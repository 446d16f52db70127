/**
 * A point in time as a page states it.
 * `iso` is ISO 8601 with seconds and the numeric offset that was read (−03:00 where none was given).
 * `precision` is `day` when the page gave no time, or midnight: most pages print midnight for "time unknown".
 */
export type Stamp = { readonly iso: string; readonly precision: 'day' | 'second' }
