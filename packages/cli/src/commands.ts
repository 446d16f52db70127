import type { CommandUnknownOpts } from '@commander-js/extra-typings'

/** A command of `pauta`. Its module is loaded only when somebody uses the command. */
export interface CommandEntry {
  name: string
  /** One line for the list of commands. */
  summary: string
  load: () => Promise<{ command: CommandUnknownOpts }>
}

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'start',
    summary: 'starts the whole service on this machine',
    load: () => import('./commands/start.ts'),
  },
  {
    name: 'serve',
    summary: 'runs the service for real on one machine; writes its environment file',
    load: () => import('./commands/serve.ts'),
  },
  {
    name: 'backup',
    summary: 'backs up a machine that runs `pauta serve`',
    load: () => import('./commands/backup.ts'),
  },
  {
    name: 'restore-backup',
    summary: 'restores a backup of a machine',
    load: () => import('./commands/restore-backup.ts'),
  },
  {
    name: 'import-news',
    summary: 'imports news from files into PostgreSQL',
    load: () => import('./commands/import-news.ts'),
  },
  {
    name: 'sync-typesense',
    summary: 'copies news from PostgreSQL into the search index',
    load: () => import('./commands/sync-typesense.ts'),
  },
  {
    name: 'job',
    summary: 'runs a job and follows it; lists jobs and runs',
    load: () => import('./commands/job.ts'),
  },
  {
    name: 'pipeline',
    summary: 'shows which steps are behind; retries failed steps',
    load: () => import('./commands/pipeline.ts'),
  },
  {
    name: 'scrape',
    summary: 'shows the state of news sites; tries a page; reads sites from here',
    load: () => import('./commands/scrape.ts'),
  },
  {
    name: 'enrich',
    summary: 'derives the features of articles again',
    load: () => import('./commands/enrich.ts'),
  },
  {
    name: 'entities',
    summary: 'manages the registry of entities',
    load: () => import('./commands/entities.ts'),
  },
  {
    name: 'articles',
    summary: 'takes articles down and puts them back',
    load: () => import('./commands/articles.ts'),
  },
  {
    name: 'export',
    summary: 'writes the articles of a filter as CSV, a workbook (xlsx), JSON lines or Parquet',
    load: () => import('./commands/export.ts'),
  },
  {
    name: 'mcp',
    summary: 'serves the tools of /mcp to a program on this machine',
    load: () => import('./commands/mcp.ts'),
  },
  {
    name: 'catalogue',
    summary: 'names themes and agencies',
    load: () => import('./commands/catalogue.ts'),
  },
  { name: 'token', summary: 'prints a bearer token', load: () => import('./commands/token.ts') },
  {
    name: 'people',
    summary: 'exports or erases the data of a person',
    load: () => import('./commands/people.ts'),
  },
  {
    name: 'deliveries',
    summary: 'lists deliveries and sends them again',
    load: () => import('./commands/deliveries.ts'),
  },
  {
    name: 'index-server',
    summary: 'starts the search index alone',
    load: () => import('./commands/index-server.ts'),
  },
  {
    name: 'generate-corpus',
    summary: 'fills a database with generated news',
    load: () => import('./commands/generate-corpus.ts'),
  },
  {
    name: 'doctor',
    summary: 'checks an account before a deployment; prints the policies of the deployer',
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'previews',
    summary: 'lists the stages of previews',
    load: () => import('./commands/previews.ts'),
  },
  {
    name: 'tunnel',
    summary: 'forwards the database and the index of a stage to this machine',
    load: () => import('./commands/tunnel.ts'),
  },
  {
    name: 'restore',
    summary: 'restores the database of a stage beside the live one',
    load: () => import('./commands/restore.ts'),
  },
  {
    name: 'complete',
    summary: 'prints a script that completes commands in a shell',
    load: () => import('./commands/complete.ts'),
  },
]
