throw new Error(
  'Reports to Apollo Studio are left out of the bundle: unset APOLLO_KEY, or let stacks/bundling/plugins.mjs keep them.',
)
