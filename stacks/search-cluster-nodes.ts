/** The nodes of a search cluster, one in each zone: a majority survives the loss of one zone. */
export const CLUSTER_NODES = [1, 2, 3] as const
