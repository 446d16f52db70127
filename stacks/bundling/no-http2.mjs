/** Axios looks into it for a request of that version alone. */
export default {}
