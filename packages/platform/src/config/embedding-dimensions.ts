/** Size of every vector, in the database and in the index. */
export const EMBEDDING_DIMENSIONS = 768
