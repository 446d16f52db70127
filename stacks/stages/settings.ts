import { stageKindOf, type StageKind, type StageSettings } from './stage-settings.ts'
import { preview } from './stages/preview.ts'
import { production } from './stages/production.ts'
import { staging } from './stages/staging.ts'

/** The values of each stage. Operators change the files in stages/, and nothing else. */
export const STAGE_SETTINGS: Record<StageKind, StageSettings> = { production, staging, preview }

export function settingsOf(stage: string): StageSettings {
  return STAGE_SETTINGS[stageKindOf(stage)]
}
