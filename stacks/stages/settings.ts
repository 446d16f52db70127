import { stageKindOf, type StageKind, type StageSettings } from './stage-settings.ts'
import { preview } from './preview.ts'
import { production } from './production.ts'
import { staging } from './staging.ts'

/** The values of each stage. Operators change the three files that it imports, and nothing else. */
export const STAGE_SETTINGS: Record<StageKind, StageSettings> = { production, staging, preview }

export function settingsOf(stage: string): StageSettings {
  return STAGE_SETTINGS[stageKindOf(stage)]
}
