/** The variables by which functions and commands read linked resources: `SST_RESOURCE_<name>`, each as JSON. */
const linked = (resources: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(resources).map(([name, value]) => [`SST_RESOURCE_${name}`, JSON.stringify(value)]),
  )

/** The variables of a stage with default settings, besides those of its other resources. */
export const linkedStage = (
  stage: string,
  resources: Readonly<Record<string, unknown>> = {},
): Record<string, string> =>
  linked({
    App: { name: 'pauta', stage },
    Settings: {
      stage,
      version: '1',
      corsOrigins: '',
      portalUrl: '',
      streams: 1,
      classification: false,
      logLevel: 'silent',
    },
    ...resources,
  })
