/** Node has had the standard one since version 18. */
export default globalThis.FormData
