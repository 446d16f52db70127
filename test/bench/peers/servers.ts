/** The servers that are measured beside each other. */
export type ServerName = 'ours' | 'yoga' | 'mercurius'
