/*
 * Axios asks for FormData as it is loaded, and Node then loads all of fetch, which takes a tenth of a start or more.
 * The search client sends JSON alone.
 */
delete globalThis.FormData
export default undefined
