import type { TypesenseVersion } from './stages/stage-settings.ts'

/**
 * Images by digest, so that a tag that is pushed again changes no server. 27.1 is the version whose answers the tests
 * record. 30.2 is the newest one; docs/operations.md names the tests to run before a stage uses it.
 */
export const TYPESENSE_IMAGES: Record<TypesenseVersion, string> = {
  '27.1': 'typesense/typesense:27.1@sha256:5c12af89130b8ee0be11541321ba8a3a7c7a538d7c6cd95e0409dc2d75ca6455',
  '30.2': 'typesense/typesense:30.2@sha256:610f2d34b1f93d00762869da2c67736775e5798d19a2c8b91b014b8a0cc1e110',
}
