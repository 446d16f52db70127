/** Apollo makes a schema out of parts with this, where it gets no whole one; ours is made by functions/graphql/schema.ts. */
export function makeExecutableSchema() {
  throw new Error(
    'The maker of schemas is left out of the bundle: give Apollo a schema, or let stacks/bundling/plugins.mjs keep it.',
  )
}
