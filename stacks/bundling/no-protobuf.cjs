// Traces in Apollo's format are built for subgraphs of a federation only, which this API is not.
module.exports = {}
