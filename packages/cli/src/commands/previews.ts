import { listPreviewStages } from '../cloud/preview-stages.ts'
import { settingsOf } from '../../../../stacks/stages/settings.ts'
import { makeCommand } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'

export const command = makeCommand('previews')
  .description(
    'Lists the stages of previews that have functions, one a line, such as `pr-7`. The nightly workflow removes those whose ' +
      'pull request is closed.',
  )
  .action(async ({ json }) => {
    const stages = await listPreviewStages(settingsOf('pr-0').region)
    printResult(json, { stages }, stages)
  })
