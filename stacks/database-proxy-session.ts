/**
 * What functions otherwise set when they connect. Behind a proxy a connection belongs to no function, and setting a
 * parameter would bind the connection to one function.
 */
export const PROXY_INIT_QUERY = "SET statement_timeout = '10s', jit = off"
