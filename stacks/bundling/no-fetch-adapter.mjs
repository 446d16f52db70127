/** Axios passes over an adapter that is not there. */
export const getFetch = () => undefined
