// Apollo looks for Node's own hashes in a way that finds none in a bundle.
module.exports = require('node:crypto').createHash
