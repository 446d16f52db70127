// oxlint-disable-next-line typescript/triple-slash-reference -- the globals of SST come this way only
/// <reference path="./.sst/platform/config.d.ts" />

export default $config({
  async app(input) {
    const { settingsOf } = await import('./stacks/stages/settings.ts')
    const { stageKindOf } = await import('./stacks/stages/stage-settings.ts')
    const production = stageKindOf(input.stage) === 'production'
    return {
      name: 'pauta',
      home: 'aws',
      removal: production ? 'retain' : 'remove',
      protect: production,
      providers: { aws: { region: settingsOf(input.stage).region } },
    }
  },
  async run() {
    const { makeStage } = await import('./stacks/stage.ts')
    return makeStage($app.stage)
  },
})
