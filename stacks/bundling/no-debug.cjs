/** A logger of a name, as when nobody asked for that name: it has nothing to say. */
module.exports = () => () => {}
