/** The command did everything that it was asked to do. */
export const EXIT_OK = 0
/** The command failed, or did only a part. */
export const EXIT_INCOMPLETE = 1
/** The command refused its arguments, or what they name. */
export const EXIT_USAGE = 2

/** Every exit code of `pauta`, with its meaning and the cases of single commands. `pauta help exit-codes` prints it. */
export const EXIT_CODES: readonly { code: number | string; meaning: string; cases: readonly string[] }[] = [
  {
    code: EXIT_OK,
    meaning: 'The command did everything that it was asked to do.',
    cases: [],
  },
  {
    code: EXIT_INCOMPLETE,
    meaning: 'The command failed, or did only a part.',
    cases: [
      'import-news, entities import: at least one row is bad.',
      'sync-typesense: the index refused a document, another sync runs, or the sync was interrupted.',
      'job: the run failed or was skipped, or Ctrl-C ended the command before the run ended.',
      'pipeline status: a step is behind its limit.',
      'enrich: at least one article failed.',
      'articles: at least one ID is unknown or was changed before.',
      'deliveries retry: at least one ID has no row of the status.',
      'deliveries unsuppress: the address is not suppressed.',
      'doctor: the account or the machine lacks something.',
      'backup: no backup was made.',
      'restore-backup: it did not end, or objects that the backup lists are missing. A refusal, before any change, exits with 2.',
      'scrape reread: a page could not be read again or was held back, or the answer was no.',
      'people erase: nothing was removed, because --yes is missing.',
    ],
  },
  {
    code: EXIT_USAGE,
    meaning: 'The command refused its arguments, or what they name.',
    cases: [
      'An argument is missing, unknown or out of range.',
      'No stack runs on the data folder.',
      'The job, step, person, theme, agency or file does not exist.',
      'Ctrl-C stopped `enrich`, `entities merge` or `entities rebuild`.',
    ],
  },
  {
    code: '128+N',
    meaning: 'Signal N ended the command: 130 after SIGINT, 143 after SIGTERM.',
    cases: [],
  },
]

/** The lines of `pauta help exit-codes`. */
export function describeExitCodes(): string[] {
  return EXIT_CODES.flatMap(({ code, meaning, cases }) => [
    `${String(code).padEnd(5)}  ${meaning}`,
    ...cases.map((text) => `       - ${text}`),
  ])
}
