import type { CommandUnknownOpts } from '@commander-js/extra-typings'

type CommandGroup = 'On one machine' | 'News' | 'Operation' | 'Cloud' | 'This program'

/** A command of `pauta`. Its module is loaded only when somebody uses the command. */
export interface CommandEntry {
  name: string
  /** Heading above it in the list of commands. */
  group: CommandGroup
  /** One line for the list of commands. */
  summary: string
  load: () => Promise<{ command: CommandUnknownOpts }>
}

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'start',
    group: 'On one machine',
    summary: 'starts the whole service on this machine',
    load: () => import('./commands/start.ts'),
  },
  {
    name: 'serve',
    group: 'On one machine',
    summary: 'runs the service for real on one machine; writes its environment file',
    load: () => import('./commands/serve.ts'),
  },
  {
    name: 'backup',
    group: 'On one machine',
    summary: 'backs up a machine that runs `pauta serve`',
    load: () => import('./commands/backup.ts'),
  },
  {
    name: 'restore-backup',
    group: 'On one machine',
    summary: 'restores a backup of a machine',
    load: () => import('./commands/restore-backup.ts'),
  },
  {
    name: 'import-news',
    group: 'News',
    summary: 'imports news from files into PostgreSQL',
    load: () => import('./commands/import-news.ts'),
  },
  {
    name: 'sync-typesense',
    group: 'News',
    summary: 'copies news from PostgreSQL into the search index',
    load: () => import('./commands/sync-typesense.ts'),
  },
  {
    name: 'job',
    group: 'Operation',
    summary: 'runs a job and follows it; lists jobs and runs',
    load: () => import('./commands/job.ts'),
  },
  {
    name: 'pipeline',
    group: 'Operation',
    summary: 'shows which steps are behind; retries failed steps',
    load: () => import('./commands/pipeline.ts'),
  },
  {
    name: 'scrape',
    group: 'News',
    summary: 'shows the state of news sites; tries a page; reads sites from here',
    load: () => import('./commands/scrape.ts'),
  },
  {
    name: 'enrich',
    group: 'News',
    summary: 'derives the features of articles again',
    load: () => import('./commands/enrich.ts'),
  },
  {
    name: 'entities',
    group: 'News',
    summary: 'manages the registry of entities',
    load: () => import('./commands/entities.ts'),
  },
  {
    name: 'articles',
    group: 'News',
    summary: 'takes articles down and puts them back',
    load: () => import('./commands/articles.ts'),
  },
  {
    name: 'export',
    group: 'News',
    summary: 'writes the articles of a filter as CSV, a workbook (xlsx), JSON lines or Parquet',
    load: () => import('./commands/export.ts'),
  },
  {
    name: 'mcp',
    group: 'News',
    summary: 'serves the tools of /mcp to a program on this machine',
    load: () => import('./commands/mcp.ts'),
  },
  {
    name: 'catalogue',
    group: 'News',
    summary: 'names themes and agencies',
    load: () => import('./commands/catalogue.ts'),
  },
  {
    name: 'token',
    group: 'On one machine',
    summary: 'prints a bearer token',
    load: () => import('./commands/token.ts'),
  },
  {
    name: 'people',
    group: 'Operation',
    summary: 'exports or erases the data of a person',
    load: () => import('./commands/people.ts'),
  },
  {
    name: 'deliveries',
    group: 'Operation',
    summary: 'lists deliveries and sends them again',
    load: () => import('./commands/deliveries.ts'),
  },
  {
    name: 'index-server',
    group: 'On one machine',
    summary: 'starts the search index alone',
    load: () => import('./commands/index-server.ts'),
  },
  {
    name: 'generate-corpus',
    group: 'News',
    summary: 'fills a database with generated news',
    load: () => import('./commands/generate-corpus.ts'),
  },
  {
    name: 'doctor',
    group: 'Cloud',
    summary: 'checks an account before a deployment; prints the policies of the deployer',
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'previews',
    group: 'Cloud',
    summary: 'lists the stages of previews',
    load: () => import('./commands/previews.ts'),
  },
  {
    name: 'tunnel',
    group: 'Cloud',
    summary: 'forwards the database and the index of a stage to this machine',
    load: () => import('./commands/tunnel.ts'),
  },
  {
    name: 'restore',
    group: 'Cloud',
    summary: 'restores the database of a stage beside the live one',
    load: () => import('./commands/restore.ts'),
  },
  {
    name: 'complete',
    group: 'This program',
    summary: 'prints a script that completes commands in a shell',
    load: () => import('./commands/complete.ts'),
  },
]
